/**
 * Kernels of three-valued logic and of branches: AND, OR, NOT, IS, CASE, COALESCE. They evaluate an
 * operand only for the rows that reach it.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.logic.LogicExpression}. Depends on {@code
 * sql.expression} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.expression.logic;

import org.jspecify.annotations.NullMarked;
