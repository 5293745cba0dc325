/**
 * Rows and arrays: their constructors, fields, elements and slices, and comparisons with their
 * elements.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.composite.Composites}. Depends on {@code
 * sql.analyze.expression.operator} and the packages below it.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.composite;

import org.jspecify.annotations.NullMarked;
