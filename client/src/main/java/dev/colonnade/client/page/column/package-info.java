/**
 * Columns over memory: what Arrow batches and stored pairs have in common.
 *
 * <p>Start with {@link dev.colonnade.client.page.column.Slots} and {@link
 * dev.colonnade.client.page.column.Nulls}, which say where the values and the null bits of a column
 * are; {@link dev.colonnade.client.page.column.FixedColumns} picks the reader for a type. May
 * depend on {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page.column;

import org.jspecify.annotations.NullMarked;
