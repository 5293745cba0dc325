package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/**
 * Aggregate with ORDER BY, or with DISTINCT and an order: all rows are sorted by group and keys,
 * and aggregated when the values are read.
 */
final class SortedAccumulator implements Accumulator {
  private final GroupSorter sorter;
  private final SpillContext context;
  private final List<VectorType> sortedTypes;
  private final int[] arguments;
  private final boolean distinct;
  private final Function<Columns, Accumulator> inner;
  private final int counted;
  private long[] counts = new long[0];
  private byte[] previous = new byte[0];

  /**
   * Columns of the sorted rows.
   *
   * @param arguments the columns of the arguments
   * @param counts returns the number of rows of a group, if rows are counted
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Columns(List<VectorType> types, int[] arguments, IntToLongFunction counts) {}

  /** Counting of rows: {@link #ALL_ROWS}, or a column of which rows with NULL are left out. */
  static final int ALL_ROWS = -1;

  /**
   * Creates the state.
   *
   * @param counted {@link #ALL_ROWS}, or a column: rows in which it is NULL are left out, and the
   *     others are counted
   * @param types types of all columns of the batches
   * @param inner creates the aggregate over sorted rows
   */
  SortedAccumulator(
      int[] arguments,
      List<SortKey> order,
      boolean distinct,
      int counted,
      List<VectorType> types,
      Function<Columns, Accumulator> inner,
      SpillContext context) {
    List<Integer> kept = new ArrayList<>();
    List<SortKey> keys = new ArrayList<>();
    for (SortKey key : order) {
      keys.add(new SortKey(indexIn(kept, key.column()), key.descending(), key.nullsFirst()));
    }
    this.arguments = new int[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      int index = indexIn(kept, arguments[i]);
      this.arguments[i] = index + 1;
      boolean isKey = keys.stream().anyMatch(key -> key.column() == index);
      if (distinct && !isKey) {
        keys.add(new SortKey(index, false, false));
      }
    }
    int[] columns = kept.stream().mapToInt(Integer::intValue).toArray();
    this.sorter = new GroupSorter(columns, types, keys, context);
    this.context = context;
    this.distinct = distinct;
    this.counted = counted;
    this.inner = inner;
    this.sortedTypes = new ArrayList<>();
    sortedTypes.add(VectorType.of(dev.colonnade.sql.type.TypeKind.BIGINT));
    kept.forEach(column -> sortedTypes.add(types.get(column)));
  }

  private static int indexIn(List<Integer> columns, int column) {
    if (!columns.contains(column)) {
      columns.add(column);
    }
    return columns.indexOf(column);
  }

  @Override
  public void add(GroupedRows rows) {
    sorter.add(counted == ALL_ROWS ? rows : count(rows));
  }

  /** Counts the rows that have a value, and returns them. */
  private GroupedRows count(GroupedRows rows) {
    if (rows.groupCount() > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(rows.groupCount(), counts.length * 2));
    }
    Vector column = rows.batch().column(counted);
    int[] some = new int[rows.count()];
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.rows()[i];
      if (!column.isNull(row)) {
        counts[rows.groups()[row]]++;
        some[count++] = row;
      }
    }
    return new GroupedRows(rows.batch(), some, count, rows.groups(), rows.groupCount());
  }

  @Override
  public Vector values(int from, int to) {
    try (Accumulator state = inner.apply(columns(from))) {
      KeyEncoder encoder = distinct ? encoder() : null;
      OperatorMemory share = context.memory().newPart();
      for (VectorBatch batch = sorter.next(to); batch != null; batch = sorter.next(to)) {
        context.cancellation().check();
        state.add(encoder == null ? all(batch, from, to) : distinct(encoder, batch, from, to));
        share.set(state.memoryBytes());
      }
      share.set(0);
      return state.values(0, to - from);
    }
  }

  private Columns columns(int firstGroup) {
    return new Columns(
        sortedTypes,
        arguments,
        group -> firstGroup + group < counts.length ? counts[firstGroup + group] : 0);
  }

  private KeyEncoder encoder() {
    int[] columns = new int[arguments.length + 1];
    System.arraycopy(arguments, 0, columns, 1, arguments.length);
    List<VectorType> types = new ArrayList<>();
    for (int column : columns) {
      types.add(sortedTypes.get(column));
    }
    boolean[] nullsEqual = new boolean[columns.length];
    Arrays.fill(nullsEqual, true);
    return new KeyEncoder(columns, types, nullsEqual);
  }

  private static GroupedRows all(VectorBatch batch, int from, int to) {
    return GroupedRows.all(batch, groups(batch, from), to - from);
  }

  private static int[] groups(VectorBatch batch, int from) {
    long[] numbers = ((LongVector) batch.column(0)).values();
    int[] groups = new int[batch.rowCount()];
    for (int row = 0; row < groups.length; row++) {
      groups[row] = (int) numbers[row] - from;
    }
    return groups;
  }

  /** Returns the rows that differ from the row before in the group or an argument. */
  private GroupedRows distinct(KeyEncoder encoder, VectorBatch batch, int from, int to) {
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      encoder.encode(batch, row);
      int length = encoder.length();
      if (length != previous.length
          || !Arrays.equals(encoder.bytes(), 0, length, previous, 0, length)) {
        previous = Arrays.copyOf(encoder.bytes(), length);
        rows[count++] = row;
      }
    }
    return new GroupedRows(batch, rows, count, groups(batch, from), to - from);
  }

  @Override
  public boolean isSpilled() {
    return sorter.spilledBytes() > 0;
  }

  @Override
  public long spilledBytes() {
    return sorter.spilledBytes();
  }

  @Override
  public long memoryBytes() {
    return (long) counts.length * Long.BYTES;
  }

  @Override
  public void close() {
    counts = new long[0];
    sorter.close();
  }
}
