/**
 * States of aggregate calls, of all groups of a hash table at once: plain ones in arrays, general
 * ones as objects, and DISTINCT and ORDER BY by sorting.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.aggregate.accumulator.Accumulators}, which creates
 * the {@link dev.colonnade.sql.execute.aggregate.accumulator.Accumulator} of a call. Depends on
 * {@code sql.physical}, {@code sql.vector}, {@code sql.vector.key}, {@code sql.execute.memory},
 * {@code sql.execute.spill}, {@code sql.execute.value}, {@code sql.function.aggregate}, {@code
 * sql.function.scalar} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.execute.aggregate.accumulator;

import org.jspecify.annotations.NullMarked;
