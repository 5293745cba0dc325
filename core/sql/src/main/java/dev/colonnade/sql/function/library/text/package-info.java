/**
 * Functions on text and {@code bytea}: strings, format strings, quoting, and regular expressions.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.text.TextFunctions}. Depends on {@code
 * sql.function.scalar} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.text;

import org.jspecify.annotations.NullMarked;
