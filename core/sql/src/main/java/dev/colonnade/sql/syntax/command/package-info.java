/**
 * Syntax of commands of sessions and transactions, of maintenance and of utilities: {@link
 * dev.colonnade.sql.syntax.command.Command}. Depends on {@code sql.syntax} and {@code
 * sql.syntax.query}.
 */
@NullMarked
package dev.colonnade.sql.syntax.command;

import org.jspecify.annotations.NullMarked;
