/**
 * SQL/JSON paths: syntax trees, their parser and their canonical text.
 *
 * <p>Start at {@link dev.colonnade.type.path.JsonPathParser}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.type.path;

import org.jspecify.annotations.NullMarked;
