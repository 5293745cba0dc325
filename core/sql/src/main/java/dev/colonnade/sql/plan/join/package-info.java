/**
 * Join ordering: row counts of joins, the cost of their orders, and lookups of a key for every row
 * instead of reading a table.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.join.JoinOrders} and {@link
 * dev.colonnade.sql.plan.join.LookupJoins}. Depends on {@code sql.plan.scan}, {@code sql.schema},
 * the catalog and {@code statistics}.
 */
@NullMarked
package dev.colonnade.sql.plan.join;

import org.jspecify.annotations.NullMarked;
