/**
 * Sequences as PostgreSQL has them, handed out from a lock-free cache.
 *
 * <p>Start at {@link dev.colonnade.sequence.SequenceSession}, which draws values, and {@link
 * dev.colonnade.sequence.SequenceOperations}, which define sequences; {@link
 * dev.colonnade.sequence.Sequences} is what there is. {@code sequence.definition} holds the rules
 * of counting, {@code sequence.record} what is kept, {@code sequence.cache} what is handed out.
 * Depends on {@code mvcc}, {@code store}, {@code key}, {@code clock}, {@code failpoint} and {@code
 * error}.
 */
@NullMarked
package dev.colonnade.sequence;

import org.jspecify.annotations.NullMarked;
