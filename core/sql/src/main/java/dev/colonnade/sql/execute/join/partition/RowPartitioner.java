package dev.colonnade.sql.execute.join.partition;

import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.KeyEncoder;

/** Assignment of rows to partitions by the hash of their keys. One thread. */
final class RowPartitioner {
  /** Number of partitions of a level, a power of two. */
  static final int PARTITIONS = 32;

  /** Number of levels: each uses other bits of the upper half of the hash. */
  static final int LEVELS = 6;

  private static final int BITS = Integer.numberOfTrailingZeros(PARTITIONS);

  private final KeyEncoder keys;
  private final int shift;

  /** True if rows are needed that have no match because of a NULL in a key. */
  private final boolean keepsIncomplete;

  /** Partition of the next such row: they are spread evenly. */
  private int nextIncomplete;

  RowPartitioner(KeyEncoder keys, int level, boolean keepsIncomplete) {
    this.keys = keys;
    this.shift = Integer.SIZE + level * BITS;
    this.keepsIncomplete = keepsIncomplete;
  }

  /**
   * Returns the partition of each row of a batch; of all rows, if there is one partition.
   *
   * @param isNeeded whether rows of a partition are needed
   */
  int[] partitions(VectorBatch batch, boolean[] isNeeded) {
    int[] partitions = new int[batch.rowCount()];
    if (isNeeded.length == 1) {
      return partitions;
    }
    for (int row = 0; row < partitions.length; row++) {
      int partition = partition(batch, row);
      partitions[row] =
          partition != SpillPartitions.NO_PARTITION && isNeeded[partition]
              ? partition
              : SpillPartitions.NO_PARTITION;
    }
    return partitions;
  }

  private int partition(VectorBatch batch, int row) {
    if (keys.encode(batch, row)) {
      return (int) (keys.hash64() >>> shift) & (PARTITIONS - 1);
    }
    if (!keepsIncomplete) {
      return SpillPartitions.NO_PARTITION;
    }
    nextIncomplete = (nextIncomplete + 1) & (PARTITIONS - 1);
    return nextIncomplete;
  }
}
