/**
 * Commands that run in a statement's transaction: settings, COPY, ANALYZE. {@link
 * dev.colonnade.sql.command.CommandStatements} makes them of their syntax. Depends on {@code
 * sql.frontend} and {@code sql.statement}.
 */
@NullMarked
package dev.colonnade.sql.command;

import org.jspecify.annotations.NullMarked;
