/**
 * Rows of statements that change rows: columns of batches as values of stored rows, values of
 * sequences, checks of views, keys that a statement has changed already.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.modify.row.InsertRows}.
 */
@NullMarked
package dev.colonnade.sql.execute.modify.row;

import org.jspecify.annotations.NullMarked;
