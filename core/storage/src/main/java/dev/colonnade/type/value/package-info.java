/**
 * Values of columns that have no class of the Java library: arrays with dimensions, ranges, and
 * numbers beyond the finite ones.
 *
 * <p>Start at {@link dev.colonnade.type.value.ArrayValue}. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.type.value;

import org.jspecify.annotations.NullMarked;
