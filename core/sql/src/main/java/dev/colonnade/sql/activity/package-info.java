/**
 * Activity of the sessions of a server process, which {@code pg_stat_activity} lists, and the
 * statistics of their statements, {@code pg_stat_statements}. Start at {@link
 * dev.colonnade.sql.activity.SessionActivity} and {@link
 * dev.colonnade.sql.activity.StatementStatistics}. May depend on {@code progress}.
 */
@NullMarked
package dev.colonnade.sql.activity;

import org.jspecify.annotations.NullMarked;
