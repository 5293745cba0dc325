/**
 * Columns that scans have decoded, kept in memory for the next ones: runs of rows of one table,
 * each with its keys, what reading it cost, and some of its columns as Arrow has them.
 *
 * <p>Start at {@link dev.colonnade.scan.cache.ColumnCache}; {@link
 * dev.colonnade.scan.cache.BlockValidity} has the proof that nobody is served what has changed.
 * Depends on {@code key}, {@code mvcc}, {@code type.row}, {@code scan.row}, {@code scan.column} and
 * {@code scan.memory}.
 */
@NullMarked
package dev.colonnade.scan.cache;

import org.jspecify.annotations.NullMarked;
