/**
 * Priority queue of keyed work with aging, bounded concurrency and a purgatory for failed work.
 * Independent of ranges, stores and threads.
 *
 * <p>Start at {@link dev.colonnade.split.queue.WorkQueue}; {@link dev.colonnade.split.queue.Work}
 * is the interface of the work. The clock and the executor are parameters, so that a test controls
 * them from a seed. May depend on {@code clock} and {@code error}.
 */
@NullMarked
package dev.colonnade.split.queue;

import org.jspecify.annotations.NullMarked;
