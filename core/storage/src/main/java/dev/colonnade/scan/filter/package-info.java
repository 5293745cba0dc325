/**
 * Which rows a scan keeps: the filter as a tree, its checks and limits, and its compiled form,
 * which tests rows where they lie and allocates nothing for a row.
 *
 * <p>Start at {@link dev.colonnade.scan.filter.Filter}, then {@link
 * dev.colonnade.scan.filter.RowFilter}. Depends on {@code error}, {@code key}, {@code memory},
 * {@code type}, {@code type.row} and {@code scan.row}.
 */
@NullMarked
package dev.colonnade.scan.filter;

import org.jspecify.annotations.NullMarked;
