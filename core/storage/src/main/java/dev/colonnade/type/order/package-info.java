/**
 * Sort keys of packed values: bytes whose order is that of the values, for keys of indexes.
 *
 * <p>Start at {@link dev.colonnade.type.order.SortKeys}. Depends on {@code error}, {@code key},
 * {@code type}, {@code type.base} and {@code type.value}.
 */
@NullMarked
package dev.colonnade.type.order;

import org.jspecify.annotations.NullMarked;
