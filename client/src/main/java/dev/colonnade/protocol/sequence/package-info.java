/**
 * Sequences in the wire protocol: definitions, state and reserved values.
 *
 * <p>Start with {@link dev.colonnade.protocol.sequence.WireSequenceOptions}, the options that a
 * user can specify, and {@link dev.colonnade.protocol.sequence.WireSequenceDescription}, which a
 * server returns. May depend on {@code protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.sequence;

import org.jspecify.annotations.NullMarked;
