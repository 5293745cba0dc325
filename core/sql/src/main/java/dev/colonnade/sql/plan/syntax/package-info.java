/**
 * Rewrites a query's tree before it is validated: what PostgreSQL has and Calcite has not becomes
 * something with the same meaning that both have, as DISTINCT ON becomes a window.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.syntax.SyntaxRewriter}. Depends on {@code
 * sql.plan.source}, {@code sql.plan.tree}, {@code sql.system}, {@code sql.function}, {@code
 * sql.parse}, {@code sql.type} and {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.plan.syntax;

import org.jspecify.annotations.NullMarked;
