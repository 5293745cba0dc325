/**
 * Analysis of expressions: syntax to typed expressions over variables.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.ExpressionAnalyzer}. Depends on {@code
 * sql.analyze.bind}, {@code sql.analyze.type}, {@code sql.registry} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression;

import org.jspecify.annotations.NullMarked;
