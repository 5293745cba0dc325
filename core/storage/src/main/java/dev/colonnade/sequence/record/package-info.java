/**
 * Durable records of sequences: one record per sequence in {@code META}, the next id, and pending
 * changes.
 *
 * <p>Start at {@link dev.colonnade.sequence.record.SequenceRecord}; {@code SequenceLayout} defines
 * the bytes. Depends on {@code sequence.definition}, {@code mvcc.commit}, {@code store}, {@code
 * key}.
 */
@NullMarked
package dev.colonnade.sequence.record;

import org.jspecify.annotations.NullMarked;
