/**
 * Keeps ranges small: decides on splits and merges and runs them on one fork-join pool.
 *
 * <p>Start at {@link dev.colonnade.split.SplitScheduler}, which puts the pieces together: {@code
 * split.queue} says what is done when, {@code split.plan} what is to be done and at which keys. May
 * depend on {@code range}, {@code mvcc}, {@code store}, {@code key}, {@code clock} and {@code
 * error}.
 */
@NullMarked
package dev.colonnade.split;

import org.jspecify.annotations.NullMarked;
