/**
 * Functions and operators on values of base types: money, addresses of networks, geometric types.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.base.BaseTypeCasts}. Depends on {@code
 * type.base}, {@code sql.function.scalar} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.base;

import org.jspecify.annotations.NullMarked;
