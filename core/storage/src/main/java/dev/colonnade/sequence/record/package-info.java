/**
 * Sequences as they are kept: one record each in {@code META}, and the next id.
 *
 * <p>Start at {@link dev.colonnade.sequence.record.SequenceRecord}; the layout class pictures the
 * bytes. Depends on {@code sequence.definition}, {@code mvcc.commit}, {@code store}, {@code key}.
 */
@NullMarked
package dev.colonnade.sequence.record;

import org.jspecify.annotations.NullMarked;
