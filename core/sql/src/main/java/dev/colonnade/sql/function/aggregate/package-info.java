/**
 * Aggregate functions: definitions and accumulators.
 *
 * <p>Start at {@link dev.colonnade.sql.function.aggregate.AggregateRegistry}. Depends on {@code
 * sql.function.scalar}, {@code sql.function.value}, {@code sql.function.library.numeric}, {@code
 * sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.NullMarked;
