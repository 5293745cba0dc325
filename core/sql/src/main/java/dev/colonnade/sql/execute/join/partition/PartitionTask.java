package dev.colonnade.sql.execute.join.partition;

import dev.colonnade.sql.execute.join.hash.JoinSides;

/**
 * Partition to join, by one thread.
 *
 * @param isSkewed whether most rows of the partition that it is a part of are in it
 */
record PartitionTask(PartitionLevel level, int partition, boolean isSkewed) {
  /** Returns whether partitioning it again makes smaller partitions. */
  boolean canSplit() {
    return !isSkewed && level.partitionCount() > 1 && level.number() + 1 < RowPartitioner.LEVELS;
  }

  /** Returns whether the join of the partition may have rows. */
  boolean isNeeded(JoinSides sides) {
    boolean hasBuild = level.buildRowCount(partition) > 0;
    boolean hasProbe = level.probeRowCount(partition) > 0;
    boolean needsProbe =
        sides.buildRest() == JoinSides.Rest.NONE || sides.buildRest() == JoinSides.Rest.MATCHED;
    return (hasBuild || !sides.isEmptyWithoutBuild()) && (hasProbe || !needsProbe);
  }

  void delete() {
    level.delete(partition);
  }
}
