/**
 * EXPLAIN of statements of data: {@link dev.colonnade.sql.frontend.explain.ExplainPlan}. Depends on
 * {@code sql.explain}, {@code sql.frontend.plan} and {@code sql.statement}.
 */
@NullMarked
package dev.colonnade.sql.frontend.explain;

import org.jspecify.annotations.NullMarked;
