/**
 * Activity of the sessions of a server process, which {@code pg_stat_activity} lists. Start at
 * {@link dev.colonnade.sql.activity.SessionActivity}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.sql.activity;

import org.jspecify.annotations.NullMarked;
