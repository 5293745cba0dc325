/**
 * Columns over page memory: the common part of Arrow batches and stored pairs.
 *
 * <p>Start with {@link dev.colonnade.client.page.column.ValueSlots} and {@link
 * dev.colonnade.client.page.column.NullMask}, which locate the values and the null bits of a
 * column; {@link dev.colonnade.client.page.column.FixedColumns} selects the reader of a type. May
 * depend on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page.column;

import org.jspecify.annotations.NullMarked;
