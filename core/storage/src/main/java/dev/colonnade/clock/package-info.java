/**
 * Clocks: the only package that reads the system clock.
 *
 * <p>Start at {@link dev.colonnade.clock.HybridClock}, the source of commit timestamps. The rest of
 * the database reads time through {@link dev.colonnade.clock.PhysicalClock} and {@link
 * dev.colonnade.clock.NanoTicker}, so that a test can replace them. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.clock;

import org.jspecify.annotations.NullMarked;
