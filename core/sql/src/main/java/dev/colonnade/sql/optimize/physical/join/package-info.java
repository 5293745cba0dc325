/**
 * Physical plans of joins: hash joins, lookups by key, nested loops, dependent joins.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.physical.join.JoinPlanner}.
 */
@NullMarked
package dev.colonnade.sql.optimize.physical.join;

import org.jspecify.annotations.NullMarked;
