/**
 * The pieces of a sequence: what defines it, what it is at, and the values that it gives.
 *
 * <p>Start with {@link dev.colonnade.protocol.sequence.SequenceOptions}, what a user may say of a
 * sequence, and {@link dev.colonnade.protocol.sequence.SequenceDescription}, what a server says.
 * May depend on {@code protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.sequence;

import org.jspecify.annotations.NullMarked;
