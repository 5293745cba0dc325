/**
 * Sequences as a user of the client sees them.
 *
 * <p>Start with {@link dev.colonnade.client.sequence.Sequence}, the handle that gives values;
 * {@link dev.colonnade.client.sequence.SequenceBlock} gives them without asking the server each
 * time, and {@link dev.colonnade.client.sequence.Sequences} creates and changes sequences. May
 * depend on {@code client.net}, {@code client.error} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.sequence;

import org.jspecify.annotations.NullMarked;
