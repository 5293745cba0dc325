/**
 * Joins: one operator for each algorithm. {@code join.hash} has the tables and the passes of the
 * hash join, {@code join.partition} the partitions of those that do not fit in memory.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.join.HashJoinOperator}; {@link
 * dev.colonnade.sql.execute.join.hash.JoinShape} states what is joined. Depends on {@code
 * sql.execute}, {@code sql.physical}, {@code sql.expression} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.join;

import org.jspecify.annotations.NullMarked;
