/**
 * Functions of ranges and multiranges: constructors, operators, casts to and from text.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.range.RangeFunctions}. Depends on {@code
 * sql.function.value}.
 */
@NullMarked
package dev.colonnade.sql.function.library.range;

import org.jspecify.annotations.NullMarked;
