/**
 * Character encodings under PostgreSQL's names.
 *
 * <p>Start at {@link dev.colonnade.sql.function.encoding.TextEncoding}. Depends on {@code
 * function.interrupt}, {@code sql.type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.encoding;

import org.jspecify.annotations.NullMarked;
