/**
 * Rows of one block of the column cache in memory: their keys and charges in a {@link
 * dev.colonnade.scan.cache.block.RowIndex}, and the columns that are loaded; and their form as a
 * segment on disk ({@link dev.colonnade.scan.cache.block.BlockImage}).
 *
 * <p>Start at {@link dev.colonnade.scan.cache.block.BlockMemory}. Depends on {@code key}, {@code
 * memory}, {@code type.schema}, {@code scan.column}, {@code scan.memory}, {@code scan.row} and
 * {@code scan.segment}.
 */
@NullMarked
package dev.colonnade.scan.cache.block;

import org.jspecify.annotations.NullMarked;
