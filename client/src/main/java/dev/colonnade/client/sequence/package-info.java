/**
 * Sequences in the client API.
 *
 * <p>Start with {@link dev.colonnade.client.sequence.ClientSequence}, the handle that allocates
 * values; {@link dev.colonnade.client.sequence.SequenceBlock} allocates them from reserved blocks
 * without a request for each value, and {@link dev.colonnade.client.sequence.ClientSequences}
 * creates and alters sequences. May depend on {@code client.request}, {@code client.error} and
 * {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.sequence;

import org.jspecify.annotations.NullMarked;
