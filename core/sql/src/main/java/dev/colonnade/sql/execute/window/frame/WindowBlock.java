package dev.colonnade.sql.execute.window.frame;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;

/**
 * Adjacent rows of a window for which values are computed together, with what is known of them
 * without later rows.
 *
 * @param first position of the first row
 * @param partitions number of the partition of each row
 * @param groups number of the peer group of each row
 * @param partitionStarts position of the first row of each row's partition
 * @param partitionGroups number of the first peer group of each row's partition
 * @param groupStarts position of the first row of each row's peer group
 * @param partitionEnds position behind each row's partition; {@link #BEYOND} if that is not in the
 *     block
 * @param groupEnds position behind each row's peer group, or {@link #BEYOND}
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record WindowBlock(
    long first,
    VectorBatch batch,
    long[] partitions,
    long[] groups,
    long[] partitionStarts,
    long[] partitionGroups,
    long[] groupStarts,
    long[] partitionEnds,
    long[] groupEnds) {
  /** End that only later blocks determine. */
  public static final long BEYOND = -1;

  public int count() {
    return batch.rowCount();
  }

  /** Returns the position behind the last row. */
  public long end() {
    return first + count();
  }

  /** Builder of blocks, which follow each other. One thread. */
  public static final class Sequence {
    private final WindowRows rows;
    private long partition = -1;
    private long group = -1;
    private long partitionStart;
    private long partitionGroup;
    private long groupStart;

    public Sequence(WindowRows rows) {
      this.rows = rows;
    }

    public WindowBlock next(long first, VectorBatch batch) {
      int count = batch.rowCount();
      long[] partitions = numbers(batch, rows.partitionColumn());
      long[] groups = numbers(batch, rows.groupColumn());
      long[] partitionStarts = new long[count];
      long[] partitionGroups = new long[count];
      long[] groupStarts = new long[count];
      for (int row = 0; row < count; row++) {
        if (partitions[row] != partition) {
          partition = partitions[row];
          partitionStart = first + row;
          partitionGroup = groups[row];
        }
        if (groups[row] != group) {
          group = groups[row];
          groupStart = first + row;
        }
        partitionStarts[row] = partitionStart;
        partitionGroups[row] = partitionGroup;
        groupStarts[row] = groupStart;
      }
      return new WindowBlock(
          first,
          batch,
          partitions,
          groups,
          partitionStarts,
          partitionGroups,
          groupStarts,
          ends(first, partitions),
          ends(first, groups));
    }

    private static long[] ends(long first, long[] numbers) {
      long[] ends = new long[numbers.length];
      long end = BEYOND;
      for (int row = numbers.length - 1; row >= 0; row--) {
        if (row + 1 < numbers.length && numbers[row] != numbers[row + 1]) {
          end = first + row + 1;
        }
        ends[row] = end;
      }
      return ends;
    }

    private static long[] numbers(VectorBatch batch, int column) {
      return Arrays.copyOf(((LongVector) batch.column(column)).values(), batch.rowCount());
    }
  }
}
