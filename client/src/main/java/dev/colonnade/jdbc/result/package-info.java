/**
 * Result sets: the pages of a result, the cursor over its rows, and the getters that convert
 * values.
 *
 * <p>Start at {@link dev.colonnade.jdbc.result.ResultCursor}, then {@code TypedResultSet}. Depends
 * on {@code jdbc.cell}, {@code jdbc.error}, {@code jdbc.session}, {@code jdbc.value}, {@code
 * jdbc.wire}, {@code client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.result;

import org.jspecify.annotations.NullMarked;
