package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.value.NumberConversion;
import dev.colonnade.sql.execute.window.frame.Excluded;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.physical.WindowPlan.Exclusion;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import org.jspecify.annotations.Nullable;

/** FIRST_VALUE, LAST_VALUE and NTH_VALUE: an argument at a row of the frame. */
final class FrameValueFunction implements WindowFunction {
  private static final long NOT_READ = -1;

  private final WindowRows rows;
  private final FrameBounds bounds;
  private final WindowPlan.Call call;
  private final RowCursor cursor;
  private long readPosition = NOT_READ;
  private @Nullable Object readValue;
  private long lastStart;
  private long lastEnd;

  FrameValueFunction(WindowRows rows, FrameBounds bounds, WindowPlan.Call call) {
    this.rows = rows;
    this.bounds = bounds;
    this.call = call;
    this.cursor = new RowCursor(rows);
  }

  static boolean isFor(String function) {
    return switch (function) {
      case "first_value", "last_value", "nth_value" -> true;
      default -> false;
    };
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
      long start = known.starts()[row];
      long end = known.ends()[row];
      values.appendHeld(NumberConversion.as(call.result().kind(), value(block, row, start, end)));
    }
    lastStart = known.starts()[block.count() - 1];
    lastEnd = known.ends()[block.count() - 1];
    return values.slice(0, block.count());
  }

  private @Nullable Object value(WindowBlock block, int row, long start, long end) {
    long number = 1;
    if (call.function().equals("nth_value")) {
      Long nth = nth(block, row);
      if (nth == null) {
        return null;
      }
      number = nth;
    }
    long position =
        call.function().equals("last_value")
            ? last(block, row, start, end)
            : nth(block, row, start, end, number);
    if (position < start || position >= end) {
      return null;
    }
    if (position != readPosition) {
      cursor.moveTo(position);
      readValue = cursor.held(call.arguments().getFirst());
      readPosition = position;
    }
    return readValue;
  }

  private @Nullable Long nth(WindowBlock block, int row) {
    int column = call.arguments().get(1);
    if (!(block.batch().column(column).held(row, rows.type(column)) instanceof Number number)) {
      return null;
    }
    if (number.longValue() <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NTH_VALUE, "argument of nth_value must be greater than zero");
    }
    return number.longValue();
  }

  /** Returns the position of a row of the frame by its number from 1; the end if it has fewer. */
  private long nth(WindowBlock block, int row, long start, long end, long number) {
    if (bounds.exclusion() == Exclusion.NOTHING) {
      return number > end - start ? end : start + number - 1;
    }
    Excluded excluded = Excluded.of(bounds, block, row);
    long left = number;
    for (long position = start; position < end; position++) {
      rows.step();
      if (!excluded.contains(position) && --left == 0) {
        return position;
      }
    }
    return end;
  }

  private long last(WindowBlock block, int row, long start, long end) {
    if (bounds.exclusion() == Exclusion.NOTHING) {
      return end - 1;
    }
    Excluded excluded = Excluded.of(bounds, block, row);
    long position = end - 1;
    while (position >= start && excluded.contains(position)) {
      rows.step();
      position--;
    }
    return position;
  }

  @Override
  public long firstNeeded(long next) {
    long needed = lastStart;
    if (bounds.exclusion() == Exclusion.NOTHING) {
      if (call.function().equals("last_value")) {
        needed = Math.max(lastStart, lastEnd - 1);
      } else if (call.function().equals("first_value")
          && bounds.startsWithPartition()
          && readPosition == lastStart) {
        needed = next;
      }
    }
    return Math.min(next, needed);
  }
}
