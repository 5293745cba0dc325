/**
 * Result pages in the client API, independent of their encoding.
 *
 * <p>Start with {@link dev.colonnade.client.page.ResultPage}. Columns are read with typed accessors
 * that box nothing, column by column ({@link dev.colonnade.client.page.ColumnReader}) or row by row
 * ({@link dev.colonnade.client.page.RowCursor}). May depend on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page;

import org.jspecify.annotations.NullMarked;
