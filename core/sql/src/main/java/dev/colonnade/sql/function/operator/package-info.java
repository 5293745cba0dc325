/**
 * Operators of Calcite that statements and plans use: PostgreSQL's operator table, the system
 * catalog information functions, the sequence functions, and the runtime functions that lowering
 * inserts.
 *
 * <p>Start at {@link dev.colonnade.sql.function.operator.PostgresOperators}. Depends on {@code
 * sql.function}, {@code sql.function.scalar}, {@code sql.function.value}, {@code sql.type} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.operator;

import org.jspecify.annotations.NullMarked;
