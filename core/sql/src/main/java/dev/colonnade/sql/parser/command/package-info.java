/**
 * Parser of commands of sessions, transactions and maintenance: {@link
 * dev.colonnade.sql.parser.command.CommandParser}. Depends on {@code sql.parser.definition}, {@code
 * sql.parser.query}, {@code sql.syntax.command} and what they use.
 */
@NullMarked
package dev.colonnade.sql.parser.command;

import org.jspecify.annotations.NullMarked;
