package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.BatchMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate with DISTINCT that does not depend on the order of its rows. A set of groups with their
 * arguments lets the first of equal rows pass. Where memory for the set is denied, rows that are
 * not in it are sorted and added when the values are read.
 */
final class DistinctAccumulator implements Accumulator {
  /** Size of the set from which on memory is charged before rows are added. */
  private static final long CHARGED_BYTES_MIN = 256L << 10;

  /** Bytes of an encoded key beside the value. */
  private static final int KEY_BYTES = 16;

  private final Accumulator inner;
  private final int[] arguments;
  private final List<VectorType> types;
  private final SpillContext context;
  private final OperatorMemory share;
  private final KeyEncoder encoder;
  private final KeyTable seen = new KeyTable();
  private @Nullable GroupSorter further;
  private byte[] previous = new byte[0];

  /**
   * Creates the state.
   *
   * @param inner aggregate over the rows [group, arguments]
   * @param types types of all columns of the batches
   */
  DistinctAccumulator(
      Accumulator inner, int[] arguments, List<VectorType> types, SpillContext context) {
    this.inner = inner;
    this.arguments = arguments.clone();
    this.types = types;
    this.context = context;
    this.share = context.memory().newPart();
    List<VectorType> keyTypes = rowTypes(arguments, types);
    int[] columns = new int[keyTypes.size()];
    boolean[] nullsEqual = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i;
      nullsEqual[i] = true;
    }
    this.encoder = new KeyEncoder(columns, keyTypes, nullsEqual);
  }

  /** Returns the types of the rows that the inner aggregate reads. */
  static List<VectorType> rowTypes(int[] arguments, List<VectorType> types) {
    List<VectorType> all = new ArrayList<>();
    all.add(VectorType.of(TypeKind.BIGINT));
    for (int argument : arguments) {
      all.add(types.get(argument));
    }
    return all;
  }

  @Override
  public void add(GroupedRows rows) {
    VectorBatch batch = GroupSorter.withGroups(rows, arguments);
    if (further == null && !mayGrow(batch)) {
      sortFurther();
    }
    int[] some = new int[batch.rowCount()];
    int count = 0;
    int known = seen.count();
    int[] numbers = new int[some.length];
    boolean isFull = further != null;
    if (isFull) {
      seen.findAll(encoder, batch, numbers);
    } else {
      seen.addAll(encoder, batch, numbers);
    }
    for (int row = 0; row < some.length; row++) {
      if (isFull ? numbers[row] == KeyTable.NONE : numbers[row] == known) {
        some[count++] = row;
        known++;
      }
    }
    GroupedRows fresh = new GroupedRows(batch, some, count, groups(batch), rows.groupCount());
    if (further == null) {
      inner.add(fresh);
      limit();
    } else {
      further.add(fresh);
    }
  }

  /** Returns whether there is memory for the set with all rows of a batch. */
  private boolean mayGrow(VectorBatch batch) {
    long keyBytes = BatchMemory.bytes(batch) + (long) KEY_BYTES * batch.rowCount() * batch.width();
    return seen.memoryBytes() < CHARGED_BYTES_MIN
        || share.trySet(seen.memoryBytesAfter(batch.rowCount(), keyBytes));
  }

  private void limit() {
    if (!share.trySet(seen.memoryBytes())) {
      share.set(seen.memoryBytes());
      sortFurther();
    }
  }

  /** Sorts further rows that are not in the set. */
  private void sortFurther() {
    int[] columns = new int[arguments.length];
    List<SortKey> order = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i + 1;
      order.add(new SortKey(i, false, false));
    }
    further = new GroupSorter(columns, rowTypes(arguments, types), order, context);
  }

  private static int[] groups(VectorBatch batch) {
    long[] numbers = ((LongVector) batch.column(0)).values();
    int[] groups = new int[batch.rowCount()];
    for (int row = 0; row < groups.length; row++) {
      groups[row] = (int) numbers[row];
    }
    return groups;
  }

  @Override
  public Vector values(int from, int to) {
    GroupSorter rows = further;
    if (rows != null) {
      freeSet();
      for (VectorBatch batch = rows.next(to); batch != null; batch = rows.next(to)) {
        context.cancellation().check();
        inner.add(distinct(batch, to));
      }
    }
    return inner.values(from, to);
  }

  private void freeSet() {
    if (seen.count() > 0) {
      seen.clear();
      share.set(seen.memoryBytes());
    }
  }

  private GroupedRows distinct(VectorBatch batch, int to) {
    int[] some = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < some.length; row++) {
      encoder.encode(batch, row);
      int length = encoder.length();
      if (length != previous.length
          || !Arrays.equals(encoder.bytes(), 0, length, previous, 0, length)) {
        previous = Arrays.copyOf(encoder.bytes(), length);
        some[count++] = row;
      }
    }
    return new GroupedRows(batch, some, count, groups(batch), to);
  }

  @Override
  public boolean isSpilled() {
    return inner.isSpilled();
  }

  @Override
  public long spilledBytes() {
    return inner.spilledBytes() + (further == null ? 0 : further.spilledBytes());
  }

  @Override
  public long memoryBytes() {
    return inner.memoryBytes();
  }

  @Override
  public void close() {
    seen.clear();
    share.set(0);
    if (further != null) {
      further.close();
    }
    inner.close();
  }
}
