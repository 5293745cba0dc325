/**
 * Verification of a store: ranges, statistics and versions against the invariants.
 *
 * <p>Start at {@link dev.colonnade.range.verify.RangeVerifier}. May depend on {@code range}, {@code
 * range.statistics}, {@code mvcc}, {@code store}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.range.verify;

import org.jspecify.annotations.NullMarked;
