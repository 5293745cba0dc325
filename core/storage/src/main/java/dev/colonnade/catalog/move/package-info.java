/**
 * Moves of the rows of a table under another key, between a hidden key and a declared primary key.
 * Start reading at {@code RowMoves}. Depends on {@code catalog}.
 */
@NullMarked
package dev.colonnade.catalog.move;

import org.jspecify.annotations.NullMarked;
