/**
 * Time: the only package that reads the system clock.
 *
 * <p>Start at {@link dev.colonnade.clock.HybridClock}, which makes commit timestamps. {@link
 * dev.colonnade.clock.PhysicalClock} and {@link dev.colonnade.clock.NanoTicker} are what the rest
 * of the database takes time from, so that a test can pass in its own. Depends on {@code error}
 * only.
 */
@NullMarked
package dev.colonnade.clock;

import org.jspecify.annotations.NullMarked;
