/**
 * Planner: turns the tree of a query into a plan. The sub-packages are its steps, in this order:
 * {@code syntax} (with {@code source} and {@code tree}) rewrites the tree, {@code validate}
 * resolves names and types by PostgreSQL's rules, {@code convert} makes a plan of it, {@code
 * logical} turns subqueries into joins and orders them by {@code join}, {@code lower} replaces
 * expressions by calls of our own functions, and {@code scan} pushes projection, filter and limit
 * into the scans.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.QueryPlanner}, which calls them. The result consists of
 * logical operators over {@link dev.colonnade.sql.plan.scan.PushedScan}s; a convention selects the
 * operators that run them, and {@code sql.run} has the first one. Depends on {@code sql.schema},
 * {@code sql.system}, {@code sql.type}, {@code sql.parse}, {@code sql.error} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.plan;

import org.jspecify.annotations.NullMarked;
