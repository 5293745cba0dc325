/**
 * Execution of the statements and commands of one session: transaction blocks, prepared statements,
 * cursors and DO blocks.
 *
 * <p>Start at {@link dev.colonnade.sql.session.StatementRunner} for planned statements, and at
 * {@link dev.colonnade.sql.session.SessionCommands} for commands about the session itself. Depends
 * on {@code sql.prepared}, {@code sql.result}, {@code sql.block}, {@code sql.access}, {@code
 * sql.statement}, {@code sql.syntax}, {@code sql.setting} and {@code catalog}.
 */
@NullMarked
package dev.colonnade.sql.session;

import org.jspecify.annotations.NullMarked;
