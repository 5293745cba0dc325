/**
 * The evaluator of expressions: immutable {@link dev.colonnade.sql.expression.Expression} trees
 * whose nodes are kernels over batches of vectors. A single row is a batch of one.
 *
 * <p>Queries, CHECK constraints, defaults, generated columns, partial and expression indexes and
 * procedural blocks all use it. Start at {@link dev.colonnade.sql.expression.Expression}; {@link
 * dev.colonnade.sql.expression.Evaluation} is the state of one execution. Depends on {@code
 * sql.vector}, {@code sql.function} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.expression;

import org.jspecify.annotations.NullMarked;
