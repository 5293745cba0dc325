/**
 * Functions on {@code json} and {@code jsonb}: access, creation, modification, comparison and
 * casts.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.json.JsonFunctions}. Depends on {@code
 * sql.function.scalar}, {@code sql.function.value} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.json;

import org.jspecify.annotations.NullMarked;
