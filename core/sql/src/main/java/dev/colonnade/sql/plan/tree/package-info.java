/**
 * Properties of a query's tree as it was written: the names of its columns, the text of an
 * expression, and the declared type of a node.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.tree.ExpressionNames}. Depends on {@code sql.parse},
 * {@code sql.type} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.plan.tree;

import org.jspecify.annotations.NullMarked;
