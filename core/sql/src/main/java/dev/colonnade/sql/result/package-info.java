/**
 * Results and notices of statements.
 *
 * <p>Start at {@link dev.colonnade.sql.result.SqlResult}. Depends on {@code sql.statement}, {@code
 * sql.vector}, {@code sql.setting} and {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.result;

import org.jspecify.annotations.NullMarked;
