/**
 * Progress of commands that take long, which the views {@code pg_stat_progress_*} show. Start at
 * {@link dev.colonnade.progress.SessionProgress}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.progress;

import org.jspecify.annotations.NullMarked;
