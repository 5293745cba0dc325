/**
 * Sequences as the statements of sessions and transactions use them. Start at {@link
 * dev.colonnade.engine.sequence.SessionSequences}. May depend on {@code sequence}, {@code
 * sql.access}, {@code sql.setting}, {@code storage} and {@code engine.catalog}.
 */
@NullMarked
package dev.colonnade.engine.sequence;

import org.jspecify.annotations.NullMarked;
