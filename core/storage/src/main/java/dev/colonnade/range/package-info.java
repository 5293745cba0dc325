/**
 * Ranges: contiguous spans of the key space, their map and their exact statistics.
 *
 * <p>Start at {@link dev.colonnade.range.Ranges}, which holds the map and takes part in every group
 * of commits, then {@link dev.colonnade.range.RangeOperations}: split, merge, clear. {@link
 * dev.colonnade.range.RangeVerifier} walks everything and compares. May depend on {@code mvcc},
 * {@code store}, {@code key}, {@code memory}, {@code failpoint} and {@code error}.
 */
@NullMarked
package dev.colonnade.range;

import org.jspecify.annotations.NullMarked;
