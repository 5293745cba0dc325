/**
 * Command {@code bench sequence}: values of sequences over the network, one by one and in blocks,
 * and inserts with ids from a sequence.
 *
 * <p>Start reading at {@link dev.colonnade.bench.sequence.SequenceBench}. May depend on the client,
 * on {@code bench.harness} and {@code bench.report}.
 */
@NullMarked
package dev.colonnade.bench.sequence;

import org.jspecify.annotations.NullMarked;
