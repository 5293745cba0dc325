/**
 * {@code bench sequence}: values of sequences over the network, one by one and in blocks, and rows
 * that take their ids from a sequence.
 *
 * <p>Start reading at {@link dev.colonnade.bench.sequence.SequenceBench}. May depend on what {@code
 * bench} may depend on.
 */
@NullMarked
package dev.colonnade.bench.sequence;

import org.jspecify.annotations.NullMarked;
