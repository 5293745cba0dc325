/**
 * Which tables are joined first, and by what: how many rows joins have, what their orders cost, and
 * where a key is looked up for every row instead of reading a table.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.join.JoinOrders} and {@link
 * dev.colonnade.sql.plan.join.LookupJoins}. Depends on {@code sql.plan.scan}, {@code sql.schema},
 * the catalog and {@code statistics}.
 */
@NullMarked
package dev.colonnade.sql.plan.join;

import org.jspecify.annotations.NullMarked;
