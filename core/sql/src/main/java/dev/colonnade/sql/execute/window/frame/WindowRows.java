package dev.colonnade.sql.execute.window.frame;

import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sorted rows of a window, numbered from 0. They are read from their source when a position is
 * first needed, and are forgotten behind a position that the operator sets. Two columns are added:
 * the number of the partition and the number of the peer group, both from 0 over all rows.
 *
 * <p>The rows are in segments of some batches, each of which is in memory or in a file of its own.
 * One thread.
 */
public final class WindowRows implements AutoCloseable {
  private static final int SEGMENT_BATCHES_MIN = 16;
  private static final int SEGMENT_BATCHES_MAX = 256;
  private static final int STEPS_PER_CHECK = 4096;

  private final Supplier<@Nullable VectorBatch> source;
  private final List<VectorType> types;
  private final RowComparator partitions;
  private final RowComparator peers;
  private final SpillContext context;
  private final List<Segment> segments = new ArrayList<>();
  private @Nullable VectorBatch previous;
  private long partition = -1;
  private long group = -1;
  private long fetched;
  private long trimmedBytes;
  private boolean isFinished;
  private int steps;

  /** Adjacent rows from a position on. */
  public static final class Segment {
    private final long first;
    private final RowBuffer rows;
    private int batchCount;

    private Segment(long first, RowBuffer rows) {
      this.first = first;
      this.rows = rows;
    }

    public long first() {
      return first;
    }

    public long end() {
      return first + rows.rowCount();
    }

    public RowBuffer.Reader reader() {
      return rows.reader();
    }
  }

  /**
   * Creates the rows.
   *
   * @param source sorted batches; null after the last
   * @param types types of the columns of the source
   * @param partitions compares the partition keys
   * @param peers compares the sort keys within a partition
   */
  public WindowRows(
      Supplier<@Nullable VectorBatch> source,
      List<VectorType> types,
      RowComparator partitions,
      RowComparator peers,
      SpillContext context) {
    this.source = source;
    this.types = new ArrayList<>(types);
    this.types.add(VectorType.of(TypeKind.BIGINT));
    this.types.add(VectorType.of(TypeKind.BIGINT));
    this.partitions = partitions;
    this.peers = peers;
    this.context = context;
  }

  /** Returns the column of the partition's number; the next one is the peer group's. */
  public int partitionColumn() {
    return types.size() - 2;
  }

  public int groupColumn() {
    return types.size() - 1;
  }

  public VectorType type(int column) {
    return types.get(column);
  }

  /** Returns whether there is a row at a position; reads up to it. */
  public boolean has(long position) {
    while (position >= fetched && !isFinished) {
      fetch();
    }
    return position < fetched;
  }

  private void fetch() {
    context.cancellation().check();
    VectorBatch batch = source.get();
    if (batch == null) {
      isFinished = true;
      return;
    }
    int count = batch.rowCount();
    long[] partitionNumbers = new long[count];
    long[] groupNumbers = new long[count];
    for (int row = 0; row < count; row++) {
      number(batch, row);
      partitionNumbers[row] = partition;
      groupNumbers[row] = group;
    }
    previous = batch.slice(count - 1, count);
    VectorBatch numbers =
        new VectorBatch(
            count, new LongVector(partitionNumbers, null), new LongVector(groupNumbers, null));
    Segment segment = lastSegment();
    segment.rows.append(VectorBatch.beside(batch, numbers));
    segment.batchCount++;
    fetched += count;
  }

  private void number(VectorBatch batch, int row) {
    VectorBatch before = row == 0 ? previous : batch;
    int rowBefore = row == 0 ? 0 : row - 1;
    if (before == null || partitions.compare(before, rowBefore, batch, row) != 0) {
      partition++;
      group++;
    } else if (peers.compare(before, rowBefore, batch, row) != 0) {
      group++;
    }
  }

  private Segment lastSegment() {
    int batchesMax = Math.clamp(segments.size() * 2L, SEGMENT_BATCHES_MIN, SEGMENT_BATCHES_MAX);
    if (segments.isEmpty() || segments.getLast().batchCount >= batchesMax) {
      segments.add(new Segment(fetched, new RowBuffer(types, context)));
    }
    return segments.getLast();
  }

  /** Returns the segment of a row that was read and not forgotten. */
  public Segment segment(long position) {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments.get(middle).first() <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return segments.get(low);
  }

  /** Forgets rows before a position, as far as whole segments allow. */
  public void trim(long position) {
    while (segments.size() > 1 && segments.getFirst().end() <= position) {
      RowBuffer rows = segments.removeFirst().rows;
      trimmedBytes += rows.spilledBytes();
      rows.close();
    }
  }

  /** Checks for cancellation now and then; is called once for a row in every loop. */
  public void step() {
    if (++steps % STEPS_PER_CHECK == 0) {
      context.cancellation().check();
    }
  }

  public long spilledBytes() {
    long bytes = trimmedBytes;
    for (Segment segment : segments) {
      bytes += segment.rows.spilledBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    while (!segments.isEmpty()) {
      segments.removeLast().rows.close();
    }
  }
}
