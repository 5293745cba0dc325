/**
 * What is known of a query's tree as it was written: what its columns are called, how an expression
 * looks as text, and which type a node says it has.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.tree.ExpressionNames}. Depends on {@code sql.parse},
 * {@code sql.type} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.plan.tree;

import org.jspecify.annotations.NullMarked;
