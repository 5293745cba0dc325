/**
 * Rows of running queries that are kept or sorted: in memory while it is granted, then in temporary
 * files, which are deleted with the query.
 *
 * <p>Start reading at {@link dev.colonnade.sql.execute.spill.RowBuffer}, then {@link
 * dev.colonnade.sql.execute.spill.ExternalSorter} and {@link
 * dev.colonnade.sql.execute.spill.SpillPartitions}; the files are in {@link
 * dev.colonnade.sql.execute.spill.SpillDirectory}. Depends on {@code sql.vector}, {@code
 * sql.vector.key}, {@code sql.execute.memory}, {@code sql.execute.spill.format}, {@code error} and
 * {@code scan.request}.
 */
@NullMarked
package dev.colonnade.sql.execute.spill;

import org.jspecify.annotations.NullMarked;
