package dev.colonnade.sql.execute.join.partition;

import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.vector.VectorBatch;

/** Rows of the probe side that one thread has read, by partitions. One thread adds them. */
final class ProbePartitions implements AutoCloseable {
  private final RowPartitioner partitioner;
  private final boolean[] isNeeded;
  private final SpillPartitions rows;

  /**
   * Creates empty partitions.
   *
   * @param isNeeded whether rows of a partition are needed
   */
  ProbePartitions(JoinSides sides, int level, boolean[] isNeeded, SpillContext spill) {
    this.partitioner =
        new RowPartitioner(
            sides.probeEncoder(sides.allKeys()), level, !sides.isEmptyWithoutBuild());
    this.isNeeded = isNeeded;
    this.rows = new SpillPartitions(isNeeded.length, sides.probeTypes(), spill);
  }

  void add(VectorBatch batch) {
    rows.append(batch, partitioner.partitions(batch, isNeeded));
  }

  /** Ends the rows. */
  void finish() {
    rows.finish();
  }

  SpillPartitions rows() {
    return rows;
  }

  @Override
  public void close() {
    rows.close();
  }
}
