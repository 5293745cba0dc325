/**
 * Kernels of function calls, texts, arrays and rows.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.call.FunctionCall}, which runs every function row
 * by row; the other kernels replace it where a batch can be evaluated faster. Depends on {@code
 * sql.expression}, {@code sql.vector} and {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.expression.call;

import org.jspecify.annotations.NullMarked;
