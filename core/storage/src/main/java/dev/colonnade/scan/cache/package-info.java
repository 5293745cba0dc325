/**
 * Column cache: decoded Arrow columns of table rows, in blocks of consecutive rows. A block has the
 * keys of its rows, the scan charges for each of them, and some of their columns.
 *
 * <p>Start at {@link dev.colonnade.scan.cache.ColumnCache}; {@link
 * dev.colonnade.scan.cache.CacheInvalidation} is the cache invalidation at commit, and {@link
 * dev.colonnade.scan.cache.BlockValidity} documents the proof that no scan reads a stale block.
 * Depends on {@code error}, {@code key}, {@code memory}, {@code mvcc}, {@code type}, {@code
 * scan.request}, {@code scan.row}, {@code scan.column} and {@code scan.memory}.
 */
@NullMarked
package dev.colonnade.scan.cache;

import org.jspecify.annotations.NullMarked;
