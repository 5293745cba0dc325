/**
 * Sequences with PostgreSQL's semantics, allocated from a lock-free cache.
 *
 * <p>Start at {@link dev.colonnade.sequence.SequenceSession}, which allocates values, and {@link
 * dev.colonnade.sequence.SequenceOperations}, which executes DDL; {@link
 * dev.colonnade.sequence.Sequences} is the registry. {@code sequence.definition} contains the
 * options and the arithmetic, {@code sequence.record} the durable records, {@code sequence.cache}
 * the reserved values, {@code sequence.prefetch} the size of their blocks. Depends on {@code mvcc},
 * {@code key}, {@code clock}, {@code failpoint} and {@code error}.
 */
@NullMarked
package dev.colonnade.sequence;

import org.jspecify.annotations.NullMarked;
