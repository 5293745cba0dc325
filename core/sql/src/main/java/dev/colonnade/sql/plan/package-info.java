/**
 * From a query's tree to a plan that can run. The rooms below are the steps, in this order: {@code
 * syntax} (with {@code source} and {@code tree}) rewrites the tree, {@code validate} gives it
 * PostgreSQL's names and types, {@code convert} makes a plan of it, {@code logical} turns
 * subqueries into joins and orders them by {@code join}, {@code lower} makes calls of our own
 * functions of expressions, and {@code scan} pushes projection, filter and limit into the scans.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.QueryPlanner}, which calls them. What comes out are
 * logical operators over {@link dev.colonnade.sql.plan.scan.PushedScan}s; which operators run them
 * is the business of a convention, and {@code sql.run} has the first one. Depends on {@code
 * sql.schema}, {@code sql.system}, {@code sql.type}, {@code sql.parse}, {@code sql.error} and the
 * catalog.
 */
@NullMarked
package dev.colonnade.sql.plan;

import org.jspecify.annotations.NullMarked;
