/**
 * Internals of the hash join: tables of the build side, passes of the probe side over them, and
 * partitions in temporary files.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.join.hash.JoinPass}, which joins one table with one
 * probe side; {@link dev.colonnade.sql.execute.join.hash.PartitionedJoin} runs many of them.
 * Depends on {@code sql.execute}, {@code sql.physical}, {@code sql.expression} and {@code
 * sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.join.hash;

import org.jspecify.annotations.NullMarked;
