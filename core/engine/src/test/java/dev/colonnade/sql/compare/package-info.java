/**
 * Comparison with PostgreSQL: random statements run in both, and what differs is reduced to a small
 * statement.
 *
 * <p>Start with {@link dev.colonnade.sql.compare.RandomComparisonTest}, which describes how to run
 * many statements. Depends on {@code compare.statement} and on the engine's public interface.
 */
@NullMarked
package dev.colonnade.sql.compare;

import org.jspecify.annotations.NullMarked;
