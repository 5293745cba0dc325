/**
 * Expressions of plans over vectors: {@code ExpressionCompiler} makes them of lowered expressions
 * and says of which it cannot. Depends on {@code sql.vector}, {@code sql.plan.lower}, {@code
 * sql.function} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.vector.expression;

import org.jspecify.annotations.NullMarked;
