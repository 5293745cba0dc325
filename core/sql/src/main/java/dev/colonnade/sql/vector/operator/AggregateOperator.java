package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GROUP BY by hash, in memory. Without keys there is one group, also of no rows. */
public final class AggregateOperator implements VectorOperator {
  private static final int NO_FILTER = -1;

  private final VectorOperator input;
  private final int[] keys;
  private final List<VectorType> inputTypes;
  private final List<Aggregation> aggregations;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private final KeyTable table = new KeyTable();
  private final RowKeys rowKeys;
  private final MaterializedRows groupKeys;
  private final VectorAccumulator[] accumulators;
  private int groupCount;
  private int position;
  private boolean done;
  private boolean closed;

  /**
   * An aggregation.
   *
   * @param keys the columns that rows of a group have in common
   */
  public AggregateOperator(
      VectorOperator input,
      List<VectorType> inputTypes,
      int[] keys,
      List<Aggregation> aggregations,
      OperatorRun run) {
    this.input = input;
    this.inputTypes = List.copyOf(inputTypes);
    this.keys = keys.clone();
    this.aggregations = List.copyOf(aggregations);
    this.run = run;
    share = run.memory().newShare();
    VectorType[] types = new VectorType[keys.length];
    for (int i = 0; i < keys.length; i++) {
      types[i] = inputTypes.get(keys[i]);
    }
    rowKeys = new RowKeys(this.keys, types);
    groupKeys = new MaterializedRows(List.of(types));
    accumulators =
        aggregations.stream()
            .map(aggregation -> aggregation.newAccumulator(this.inputTypes))
            .toArray(VectorAccumulator[]::new);
  }

  @Override
  public @Nullable VectorBatch next() {
    if (!done) {
      done = true;
      aggregate();
    }
    int count = Math.min(VectorBatch.ROWS, groupCount - position);
    if (count <= 0) {
      return null;
    }
    Vector[] columns = new Vector[keys.length + accumulators.length];
    if (keys.length > 0) {
      VectorBatch part = groupKeys.slice(position, position + count);
      for (int i = 0; i < keys.length; i++) {
        columns[i] = part.column(i);
      }
    }
    for (int i = 0; i < accumulators.length; i++) {
      columns[keys.length + i] = accumulators[i].values(position, position + count);
    }
    position += count;
    return new VectorBatch(count, columns);
  }

  private void aggregate() {
    groupCount = keys.length == 0 ? 1 : 0;
    for (VectorBatch batch = input.next(); batch != null; batch = input.next()) {
      run.cancellation().check();
      add(batch);
      share.set(memoryBytes());
    }
  }

  private long memoryBytes() {
    long bytes = table.memoryBytes() + groupKeys.memoryBytes();
    for (VectorAccumulator accumulator : accumulators) {
      bytes += accumulator.memoryBytes();
    }
    return bytes;
  }

  private void add(VectorBatch batch) {
    int count = batch.rowCount();
    int[] groups = new int[count];
    if (keys.length > 0) {
      findGroups(batch, groups);
    }
    int[] all = new int[count];
    for (int row = 0; row < count; row++) {
      all[row] = row;
    }
    int[] selected = all;
    for (int i = 0; i < accumulators.length; i++) {
      int filter = aggregations.get(i).filter();
      int rowCount = count;
      if (filter != NO_FILTER) {
        selected = new int[count + 1];
        rowCount = ((BooleanVector) batch.column(filter)).select(count, selected);
      } else {
        selected = all;
      }
      accumulators[i].add(batch, selected, rowCount, groups, groupCount);
    }
  }

  private void findGroups(VectorBatch batch, int[] groups) {
    VectorBatch keyColumns = keyColumns(batch);
    for (int row = 0; row < groups.length; row++) {
      rowKeys.encode(batch, row);
      int group = table.add(rowKeys);
      groups[row] = group;
      if (group == groupCount) {
        groupKeys.append(keyColumns, row);
        groupCount++;
      }
    }
  }

  private VectorBatch keyColumns(VectorBatch batch) {
    Vector[] columns = new Vector[keys.length];
    for (int i = 0; i < keys.length; i++) {
      columns[i] = batch.column(keys[i]);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      input.close();
    }
  }
}
