/**
 * Measurement of the statements of a session. Start at {@link
 * dev.colonnade.sql.monitor.StatementMonitor}. Depends on prepared statements, their results and
 * the session's context.
 */
@NullMarked
package dev.colonnade.sql.monitor;

import org.jspecify.annotations.NullMarked;
