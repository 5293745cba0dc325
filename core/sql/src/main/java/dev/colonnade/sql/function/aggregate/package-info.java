/**
 * Aggregates that Calcite has not, or with other digits than PostgreSQL: what collects values row
 * by row, and how generated code uses it.
 *
 * <p>Start at {@link dev.colonnade.sql.function.aggregate.AggregateTable}. Depends on {@code
 * sql.function}, {@code sql.function.library}, {@code sql.type} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.NullMarked;
