package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.FrameOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions that build the offsets of window frame bounds. The first argument of a RANGE offset is
 * the sort key, which determines the type of the distance.
 */
public final class WindowFrameFunctions {
  /** Signatures for plans only; statements cannot call these functions. */
  public static final List<String> SIGNATURES =
      List.of(
          "rows offset(int8) void! = rowsOffset",
          "groups offset(int8) void! = groupsOffset",
          "range offset(int8, int8) void! = rangeOffset",
          "range offset(numeric, numeric) void! = rangeOffset",
          "range offset(float8, float8) void! = rangeOffset",
          "range offset(date, interval) void! = rangeOffset",
          "range offset(timestamp, interval) void! = rangeOffset",
          "range offset(timestamptz, interval) void! = rangeOffset",
          "range offset(time, interval) void! = rangeOffset",
          "range offset(interval, interval) void! = rangeOffset",
          "range offset(text, any) void! = rangeOfText");

  private WindowFrameFunctions() {}

  public static Object rowsOffset(@Nullable Long count) {
    return new FrameOffset(FrameOffset.Mode.ROWS, count);
  }

  public static Object groupsOffset(@Nullable Long count) {
    return new FrameOffset(FrameOffset.Mode.GROUPS, count);
  }

  @SuppressWarnings("unused") // the sort key only selects the signature
  public static Object rangeOffset(@Nullable Object sortedBy, @Nullable Object distance) {
    return new FrameOffset(FrameOffset.Mode.RANGE, distance);
  }

  public static Object rangeOfText(@Nullable Object sortedBy, @Nullable Object distance) {
    if (sortedBy == null && distance == null) {
      return new FrameOffset(FrameOffset.Mode.RANGE, null);
    }
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "RANGE with offset PRECEDING/FOLLOWING is not supported for column type text");
  }
}
