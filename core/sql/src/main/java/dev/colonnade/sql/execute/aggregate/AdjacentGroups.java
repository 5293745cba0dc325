package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.execute.aggregate.accumulator.Accumulator;
import dev.colonnade.sql.execute.aggregate.accumulator.Accumulators;
import dev.colonnade.sql.execute.aggregate.accumulator.GroupedRows;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Groups of adjacent rows, numbered in order of arrival. One thread. */
final class AdjacentGroups implements AutoCloseable {
  private final AggregateLayout layout;
  private final RowComparator comparator;
  private final VectorBuilder[] keyValues;
  private final Accumulator[] accumulators;
  private final OperatorMemory share;
  private @Nullable VectorBatch previous;
  private int count;
  private int position;

  AdjacentGroups(AggregateLayout layout, RowComparator comparator, SpillContext context) {
    this.layout = layout;
    this.comparator = comparator;
    keyValues = new VectorBuilder[layout.keys().length];
    for (int i = 0; i < keyValues.length; i++) {
      keyValues[i] = new VectorBuilder(layout.keyType(i));
    }
    List<Integer> allKeys = IntStream.range(0, keyValues.length).boxed().toList();
    Accumulators factory = new Accumulators(layout.types(), context);
    accumulators = new Accumulator[layout.calls().size()];
    for (int i = 0; i < accumulators.length; i++) {
      AggregateCall call = layout.calls().get(i);
      accumulators[i] =
          call.function().equals(GroupingConstant.FUNCTION)
              ? new GroupingConstant(call.arguments(), layout.keys(), allKeys)
              : factory.create(call);
    }
    share = context.memory().newPart();
    count = keyValues.length == 0 ? 1 : 0;
  }

  int count() {
    return count;
  }

  /** Returns the last row of a batch that begins a group; -1 if there is none. */
  int lastStart(VectorBatch batch) {
    for (int row = batch.rowCount() - 1; row > 0; row--) {
      if (comparator.compare(batch, row - 1, batch, row) != 0) {
        return row;
      }
    }
    return isStart(batch, 0) ? 0 : -1;
  }

  /** Returns the number of groups with the rows of a batch before {@code end}. */
  int count(VectorBatch batch, int end) {
    boolean[] starts = starts(batch);
    int groups = count;
    for (int row = 0; row < end; row++) {
      groups += starts[row] ? 1 : 0;
    }
    return groups;
  }

  /** Returns which rows begin a group. */
  private boolean[] starts(VectorBatch batch) {
    boolean[] starts = new boolean[batch.rowCount()];
    starts[0] = isStart(batch, 0);
    if (areLongs(batch)) {
      for (int key : layout.keys()) {
        markChanges((LongVector) batch.column(key), starts);
      }
    } else {
      for (int row = 1; row < starts.length; row++) {
        starts[row] = isStart(batch, row);
      }
    }
    return starts;
  }

  private boolean areLongs(VectorBatch batch) {
    boolean isLong = true;
    for (int key : layout.keys()) {
      isLong &= batch.column(key) instanceof LongVector;
    }
    return isLong;
  }

  private static boolean isNull(boolean @Nullable [] nulls, int row) {
    return nulls != null && nulls[row];
  }

  private static void markChanges(LongVector vector, boolean[] starts) {
    long[] values = vector.values();
    boolean[] nulls = vector.nulls();
    for (int row = 1; row < starts.length; row++) {
      boolean hasValues = nulls == null || (!nulls[row] && !nulls[row - 1]);
      starts[row] |=
          hasValues ? values[row] != values[row - 1] : isNull(nulls, row) != isNull(nulls, row - 1);
    }
  }

  private boolean isStart(VectorBatch batch, int row) {
    if (keyValues.length == 0) {
      return false;
    }
    if (row > 0) {
      return comparator.compare(batch, row - 1, batch, row) != 0;
    }
    VectorBatch before = previous;
    return before == null || comparator.compare(before, before.rowCount() - 1, batch, 0) != 0;
  }

  void add(VectorBatch batch) {
    int[] groups = new int[batch.rowCount()];
    boolean[] starts = starts(batch);
    for (int row = 0; row < groups.length; row++) {
      if (starts[row]) {
        for (int i = 0; i < keyValues.length; i++) {
          keyValues[i].append(batch.column(layout.keys()[i]), row);
        }
        count++;
      }
      groups[row] = count - 1;
    }
    previous = batch.slice(batch.rowCount() - 1, batch.rowCount());
    GroupedRows rows = GroupedRows.all(batch, groups, count);
    for (int i = 0; i < accumulators.length; i++) {
      int filter = layout.calls().get(i).filter();
      accumulators[i].add(filter == AggregateCall.NO_FILTER ? rows : rows.where(filter));
    }
    share.set(memoryBytes());
  }

  private long memoryBytes() {
    long bytes = 0;
    for (VectorBuilder values : keyValues) {
      bytes += values.memoryBytes();
    }
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.memoryBytes();
    }
    return bytes;
  }

  /** Returns the next groups; null after the last. */
  @Nullable VectorBatch next() {
    int end = Math.min(count, position + VectorBatch.ROWS);
    if (position == end) {
      return null;
    }
    Vector[] columns = new Vector[keyValues.length + accumulators.length];
    for (int i = 0; i < keyValues.length; i++) {
      columns[i] = keyValues[i].slice(position, end);
    }
    for (int i = 0; i < accumulators.length; i++) {
      columns[keyValues.length + i] = accumulators[i].values(position, end);
    }
    VectorBatch batch = new VectorBatch(end - position, columns);
    position = end;
    return batch;
  }

  long spilledBytes() {
    long bytes = 0;
    for (Accumulator accumulator : accumulators) {
      bytes += accumulator.spilledBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    for (Accumulator accumulator : accumulators) {
      accumulator.close();
    }
    share.set(0);
  }
}
