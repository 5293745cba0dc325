/**
 * Construction of expressions: chooses kernels by the types of operands, makes operands comparable,
 * and folds constants.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.build.ExpressionBuilder}. Depends on the packages
 * of kernels and on {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.expression.build;

import org.jspecify.annotations.NullMarked;
