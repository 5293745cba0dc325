/**
 * Aggregation: operators for groups by a hash table, with any number of grouping sets, and for
 * groups whose rows are adjacent.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.aggregate.HashAggregateOperator}; the states of the
 * calls are in {@code accumulator}. Depends on {@code sql.execute}, {@code sql.execute.spill},
 * {@code sql.execute.value}, {@code sql.execute.aggregate.accumulator}, {@code sql.physical},
 * {@code sql.vector}, {@code sql.vector.key} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.execute.aggregate;

import org.jspecify.annotations.NullMarked;
