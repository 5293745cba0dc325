/**
 * Expressions of plans over vectors: {@code ExpressionCompiler} compiles lowered expressions and
 * returns null for unsupported ones. Depends on {@code sql.vector}, {@code sql.plan.lower}, {@code
 * sql.function} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.vector.expression;

import org.jspecify.annotations.NullMarked;
