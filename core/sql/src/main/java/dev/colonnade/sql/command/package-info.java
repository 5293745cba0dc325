/**
 * Commands that run in a statement's transaction: settings, maintenance, lists of objects. {@link
 * dev.colonnade.sql.command.CommandStatements} makes them of their syntax; COPY has a package of
 * its own. Depends on {@code sql.frontend}, {@code sql.statement} and {@code sql.setting}.
 */
@NullMarked
package dev.colonnade.sql.command;

import org.jspecify.annotations.NullMarked;
