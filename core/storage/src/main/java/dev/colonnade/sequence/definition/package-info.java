/**
 * Definition of a sequence: its options with PostgreSQL's rules, their changes, and the arithmetic
 * of its values.
 *
 * <p>Start at {@link dev.colonnade.sequence.definition.SequenceOptions}, then {@link
 * dev.colonnade.sequence.definition.SequenceArithmetic}. Immutable values and pure functions;
 * depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.sequence.definition;

import org.jspecify.annotations.NullMarked;
