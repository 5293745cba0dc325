/**
 * Compiled scan filters: column predicates with jump targets, evaluated row by row in place ({@link
 * dev.colonnade.scan.filter.compiled.RowFilter}) or vectorized on decoded blocks ({@link
 * dev.colonnade.scan.filter.compiled.BlockFilter}). They allocate nothing per row.
 *
 * <p>Start at {@link dev.colonnade.scan.filter.compiled.FilterCompiler}. Depends on {@code error},
 * {@code key}, {@code memory}, {@code type}, {@code type.row}, {@code scan.filter}, {@code
 * scan.column} and {@code scan.row}.
 */
@NullMarked
package dev.colonnade.scan.filter.compiled;

import org.jspecify.annotations.NullMarked;
