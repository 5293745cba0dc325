/**
 * A queue of work on keyed things, most urgent first: knows nothing of ranges, stores or threads.
 *
 * <p>Start at {@link dev.colonnade.split.queue.WorkQueue}; what it works on is a {@link
 * dev.colonnade.split.queue.Work}. Time and the executor come in, so that a test drives it from a
 * seed. May depend on {@code clock} and {@code error}.
 */
@NullMarked
package dev.colonnade.split.queue;

import org.jspecify.annotations.NullMarked;
