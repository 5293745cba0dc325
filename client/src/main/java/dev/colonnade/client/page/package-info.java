/**
 * Pages of rows as a client's user sees them, whatever form they travelled in.
 *
 * <p>Start with {@link dev.colonnade.client.page.ResultPage}. Columns are read with typed accessors
 * that box nothing, one at a time ({@link dev.colonnade.client.page.ColumnReader}) or row by row
 * ({@link dev.colonnade.client.page.RowCursor}). May depend on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page;

import org.jspecify.annotations.NullMarked;
