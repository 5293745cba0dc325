/**
 * What a sequence is: its options with PostgreSQL's rules, how they change, and which values follow
 * on which.
 *
 * <p>Start at {@link dev.colonnade.sequence.definition.SequenceOptions}, then {@link
 * dev.colonnade.sequence.definition.Progression}. Pure values; depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.sequence.definition;

import org.jspecify.annotations.NullMarked;
