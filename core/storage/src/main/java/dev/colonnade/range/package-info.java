/**
 * Ranges: contiguous spans of the key space, their map, and the operations split, merge and clear.
 *
 * <p>Start at {@link dev.colonnade.range.Ranges}, which contains the map and participates in every
 * commit group, then {@link dev.colonnade.range.RangeOperations}. May depend on {@code
 * range.statistics}, {@code mvcc.commit}, {@code mvcc.commit.extension}, {@code store}, {@code
 * key}, {@code clock}, {@code failpoint} and {@code error}.
 */
@NullMarked
package dev.colonnade.range;

import org.jspecify.annotations.NullMarked;
