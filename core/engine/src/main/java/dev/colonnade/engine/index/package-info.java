/**
 * Keeps the entries of indexes: what changes of rows change in them, and how a new index gets those
 * of the rows that were there before.
 *
 * <p>Start at {@link dev.colonnade.engine.index.EntryChanges}. Depends on what {@code engine} may
 * depend on.
 */
@NullMarked
package dev.colonnade.engine.index;

import org.jspecify.annotations.NullMarked;
