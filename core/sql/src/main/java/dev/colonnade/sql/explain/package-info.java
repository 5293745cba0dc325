/**
 * EXPLAIN of physical plans, in the layouts of PostgreSQL 15.
 *
 * <p>Start at {@link dev.colonnade.sql.explain.Explanation}. A {@code PlanDescriber} turns a plan
 * into descriptions, one method for each plan record; a description that is complete becomes an
 * {@link dev.colonnade.sql.explain.format.ExplainNode}, which {@code sql.explain.format} writes.
 *
 * <p>Plans differ from PostgreSQL's in what is an operator. A filter and a projection become
 * properties of the node below where PostgreSQL has them there. The build side of a hash join, the
 * buffered side of a nested loop, the sort in a window and the inputs of a set operation have nodes
 * of their own, as in PostgreSQL, although they are parts of one operator. Depends on {@code
 * sql.physical}, {@code sql.expression}, {@code sql.execute} for statistics, and the catalog.
 */
@NullMarked
package dev.colonnade.sql.explain;

import org.jspecify.annotations.NullMarked;
