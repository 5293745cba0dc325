/**
 * Histories of transactions that append to lists, and the search for cycles in them.
 *
 * <p>Start reading at {@link dev.colonnade.bench.history.ListHistory}.
 */
@NullMarked
package dev.colonnade.bench.history;

import org.jspecify.annotations.NullMarked;
