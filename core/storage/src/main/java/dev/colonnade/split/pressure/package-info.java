/**
 * Admission control and backpressure: writes to a range that grows faster than it is split are
 * delayed, then wait for the split, and no write makes a range larger than its hard limit.
 *
 * <p>Start at {@link dev.colonnade.split.pressure.WritePressure}. May depend on {@code split.load},
 * {@code split.plan}, {@code split.queue}, {@code range}, {@code mvcc}, {@code key}, {@code clock}
 * and {@code error}.
 */
@NullMarked
package dev.colonnade.split.pressure;

import org.jspecify.annotations.NullMarked;
