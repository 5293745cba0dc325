package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.value.ValueSize;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate function with a state object for each group. Where memory for states that grow with
 * their rows is denied, further rows are sorted by group and added when the value is read.
 */
final class FunctionAccumulator implements Accumulator {
  private static final int STATE_BYTES = 96;

  private final Supplier<GroupAccumulator> function;
  private final int[] arguments;
  private final List<VectorType> types;
  private final IntToLongFunction counts;
  private final VectorType result;
  private final boolean grows;
  private final SpillContext context;
  private final boolean canSpill;
  private final OperatorMemory share;
  private @Nullable GroupAccumulator[] states = new @Nullable GroupAccumulator[0];
  private int stateCount;
  private long rowBytes;
  private @Nullable GroupSorter further;

  /**
   * Creates the state.
   *
   * @param canSpill whether rows may be sorted; otherwise their memory cannot be denied
   */
  FunctionAccumulator(
      Supplier<GroupAccumulator> function,
      Arguments arguments,
      VectorType result,
      boolean canSpill,
      SpillContext context) {
    this.function = function;
    this.arguments = arguments.columns().clone();
    this.types = arguments.types();
    this.counts = arguments.counts();
    this.result = result;
    this.grows = function.get().growsWithRows();
    this.canSpill = canSpill && grows;
    this.context = context;
    this.share = context.memory().newPart();
  }

  /**
   * Argument columns.
   *
   * @param types of all columns of the batches
   * @param counts returns the number of rows of a group, for functions that expect it
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Arguments(int[] columns, List<VectorType> types, IntToLongFunction counts) {}

  @Override
  public void add(GroupedRows rows) {
    if (further != null) {
      further.add(rows);
      return;
    }
    addToStates(rows.batch(), arguments, rows);
    if (canSpill && !share.trySet(rowBytes)) {
      share.set(rowBytes);
      further = new GroupSorter(arguments, types, List.of(), context);
    } else if (!canSpill) {
      share.set(rowBytes);
    }
  }

  private void addToStates(VectorBatch batch, int[] columns, GroupedRows rows) {
    if (rows.groupCount() > states.length) {
      states = Arrays.copyOf(states, Math.max(rows.groupCount(), states.length * 2));
    }
    Vector[] vectors = new Vector[columns.length];
    for (int i = 0; i < columns.length; i++) {
      vectors[i] = batch.column(columns[i]);
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.rows()[i];
      @Nullable Object[] values = new @Nullable Object[columns.length];
      for (int argument = 0; argument < values.length; argument++) {
        values[argument] = vectors[argument].held(row, types.get(arguments[argument]));
        rowBytes += grows ? Long.BYTES + ValueSize.of(values[argument]) : 0;
      }
      state(rows.groups()[row]).add(values);
    }
  }

  private GroupAccumulator state(int group) {
    GroupAccumulator state = states[group];
    if (state == null) {
      state = function.get();
      state.expect(counts.applyAsLong(group));
      states[group] = state;
      stateCount++;
    }
    return state;
  }

  @Override
  public Vector values(int from, int to) {
    long kept = rowBytes;
    if (further != null) {
      addFurther(further, to);
    }
    VectorBuilder values = new VectorBuilder(result);
    GroupAccumulator empty = null;
    for (int group = from; group < to; group++) {
      GroupAccumulator state = group < states.length ? states[group] : null;
      if (state == null) {
        empty = empty == null ? function.get() : empty;
        state = empty;
      } else {
        states[group] = null;
      }
      values.appendHeld(NumberConversion.as(result.kind(), state.result()));
    }
    rowBytes = kept;
    share.set(rowBytes);
    return values.slice(0, to - from);
  }

  private void addFurther(GroupSorter rows, int to) {
    int[] columns = new int[arguments.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = i + 1;
    }
    for (VectorBatch batch = rows.next(to); batch != null; batch = rows.next(to)) {
      context.cancellation().check();
      long[] numbers = ((LongVector) batch.column(0)).values();
      int[] groups = new int[batch.rowCount()];
      for (int row = 0; row < groups.length; row++) {
        groups[row] = (int) numbers[row];
      }
      addToStates(batch, columns, GroupedRows.all(batch, groups, to));
      share.set(rowBytes);
    }
  }

  @Override
  public boolean isSpilled() {
    return further != null;
  }

  @Override
  public long spilledBytes() {
    return further == null ? 0 : further.spilledBytes();
  }

  @Override
  public long memoryBytes() {
    return (long) states.length * Long.BYTES + (long) stateCount * STATE_BYTES;
  }

  @Override
  public void close() {
    if (further != null) {
      further.close();
    }
    states = new @Nullable GroupAccumulator[0];
    rowBytes = 0;
    share.set(0);
  }
}
