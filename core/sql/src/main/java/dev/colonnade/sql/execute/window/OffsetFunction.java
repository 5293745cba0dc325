package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import org.jspecify.annotations.Nullable;

/** LAG and LEAD: an argument at a distance from the current row in the partition. */
final class OffsetFunction implements WindowFunction {
  private final WindowRows rows;
  private final WindowPlan.Call call;
  private final int direction;
  private final @Nullable Long constantOffset;
  private final RowCursor cursor;
  private long partitionStart;

  /**
   * Creates the function.
   *
   * @param direction -1 for LAG, 1 for LEAD
   * @param constantOffset the offset if it is known for all rows
   */
  OffsetFunction(
      WindowRows rows, WindowPlan.Call call, int direction, @Nullable Long constantOffset) {
    this.rows = rows;
    this.call = call;
    this.direction = direction;
    this.constantOffset = constantOffset;
    this.cursor = new RowCursor(rows);
  }

  @Override
  public boolean needsFrames() {
    return false;
  }

  @Override
  public Vector values(WindowBlock block, FrameBounds.@Nullable Frames frames) {
    VectorBuilder values = new VectorBuilder(call.result());
    int argument = call.arguments().getFirst();
    boolean isSameType = rows.type(argument).equals(call.result());
    for (int row = 0; row < block.count(); row++) {
      Long offset = offset(block, row);
      if (offset == null) {
        values.appendNull();
      } else if (!find(block, row, offset)) {
        values.appendHeld(byDefault(block, row));
      } else if (isSameType) {
        values.append(cursor.column(argument), cursor.row());
      } else {
        values.appendHeld(NumberConversion.as(call.result().kind(), cursor.held(argument)));
      }
    }
    partitionStart = block.partitionStarts()[block.count() - 1];
    return values.slice(0, block.count());
  }

  private @Nullable Long offset(WindowBlock block, int row) {
    if (call.arguments().size() < 2) {
      return 1L;
    }
    int column = call.arguments().get(1);
    return block.batch().column(column).held(row, rows.type(column)) instanceof Number number
        ? (Long) number.longValue()
        : null;
  }

  /** Moves the cursor to the row at an offset; returns false if the partition has none there. */
  private boolean find(WindowBlock block, int row, long offset) {
    long position = block.first() + row;
    long target = position + direction * offset;
    if (target < block.partitionStarts()[row]
        || (offset > 0 == direction > 0 && target < position)) {
      return false;
    }
    if (!rows.has(target)) {
      return false;
    }
    cursor.moveTo(target);
    return cursor.partition() == block.partitions()[row];
  }

  private @Nullable Object byDefault(WindowBlock block, int row) {
    if (call.arguments().size() < 3) {
      return null;
    }
    int column = call.arguments().get(2);
    return NumberConversion.as(
        call.result().kind(), block.batch().column(column).held(row, rows.type(column)));
  }

  @Override
  public long firstNeeded(long next) {
    Long offset = call.arguments().size() < 2 ? Long.valueOf(1) : constantOffset;
    if (offset == null) {
      return Math.min(next, partitionStart);
    }
    long back = Math.max(0, -direction * offset);
    return back >= next - partitionStart ? Math.min(next, partitionStart) : next - back;
  }
}
