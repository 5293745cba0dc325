/**
 * From a query's tree to a plan that can run: validated with PostgreSQL's rules, subqueries turned
 * into joins, joins ordered by how many rows tables have, expressions lowered to our own functions,
 * and projection, filter and limit pushed into the scans.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.QueryPlanner}. What comes out are logical operators
 * over {@link dev.colonnade.sql.plan.PushedScan}s; which operators run them is the business of a
 * convention, and {@code sql.run} has the first one. Depends on {@code sql.schema}, {@code
 * sql.function}, {@code sql.type}, {@code sql.parse}, {@code sql.window} and {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.plan;

import org.jspecify.annotations.NullMarked;
