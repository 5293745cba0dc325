/**
 * Functions of arrays of any number of dimensions: dimensions, construction, search, subscripts.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.array.ArraySubscriptFunctions}. Depends on
 * {@code sql.function.value}.
 */
@NullMarked
package dev.colonnade.sql.function.library.array;

import org.jspecify.annotations.NullMarked;
