/**
 * Hash joins whose build side does not fit in memory: both sides are written to partitions in
 * temporary files, which are joined one by one, by as many threads as read the probe side.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.join.partition.PartitionedJoin}, which is the state
 * that the threads share. Depends on {@code sql.execute.join.hash}, {@code sql.execute.spill} and
 * {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.join.partition;

import org.jspecify.annotations.NullMarked;
