/**
 * Representations of texts and times that do not depend on the type of a column.
 *
 * <p>Start at {@link dev.colonnade.type.encoding.Utf8}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.type.encoding;

import org.jspecify.annotations.NullMarked;
