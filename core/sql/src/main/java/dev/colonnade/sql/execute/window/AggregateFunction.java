package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.value.ValueSize;
import dev.colonnade.sql.execute.window.frame.Excluded;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate over the rows of frames. The state is updated while the frame only grows at its end,
 * and is computed again otherwise, as in PostgreSQL for functions without an inverse.
 */
final class AggregateFunction implements WindowFunction {
  private final WindowRows rows;
  private final FrameBounds bounds;
  private final WindowPlan.Call call;
  private final Supplier<GroupAccumulator> function;
  private final OperatorMemory memory;
  private final RowCursor cursor;
  private GroupAccumulator state;
  private long stateBytes;
  private long start = -1;
  private long reached;
  private boolean hasValue;
  private @Nullable Object value;

  AggregateFunction(
      WindowRows rows,
      FrameBounds bounds,
      WindowPlan.Call call,
      Supplier<GroupAccumulator> function,
      OperatorMemory memory) {
    this.rows = rows;
    this.bounds = bounds;
    this.call = call;
    this.function = function;
    this.memory = memory;
    this.cursor = new RowCursor(rows);
    this.state = function.get();
  }

  @Override
  public boolean needsFrames() {
    return true;
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    FrameBounds.Frames known = requireNonNull(frames, "frames is null");
    VectorBuilder values = new VectorBuilder(call.result());
    for (int row = 0; row < block.count(); row++) {
      rows.step();
      move(block, row, known.starts()[row], known.ends()[row]);
      values.appendHeld(value);
    }
    return values.slice(0, block.count());
  }

  private void move(WindowBlock block, int row, long first, long end) {
    boolean isWhole = bounds.exclusion() == WindowPlan.Exclusion.NOTHING;
    if (!isWhole || first != start || end < reached) {
      state = function.get();
      memory.set(0);
      stateBytes = 0;
      start = first;
      reached = first;
      hasValue = false;
    }
    Excluded excluded = Excluded.of(bounds, block, row);
    while (reached < end) {
      if (isWhole || !excluded.contains(reached)) {
        cursor.moveTo(reached);
        add();
      } else {
        rows.step();
      }
      reached++;
    }
    if (!hasValue) {
      memory.set(stateBytes);
      value = NumberConversion.as(call.result().kind(), state.result());
      hasValue = true;
    }
  }

  private void add() {
    if (call.filter() >= 0 && !Boolean.TRUE.equals(cursor.held(call.filter()))) {
      return;
    }
    @Nullable Object[] arguments = new @Nullable Object[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = cursor.held(call.arguments().get(i));
    }
    if (state.growsWithRows()) {
      for (Object argument : arguments) {
        stateBytes += Long.BYTES + ValueSize.of(argument);
      }
    }
    state.add(arguments);
    hasValue = false;
  }

  @Override
  public long firstNeeded(long next) {
    boolean isRunning =
        bounds.startsWithPartition() && bounds.exclusion() == WindowPlan.Exclusion.NOTHING;
    return Math.min(next, isRunning ? reached : Math.max(0, start));
  }

  @Override
  public void close() {
    memory.close();
  }
}
