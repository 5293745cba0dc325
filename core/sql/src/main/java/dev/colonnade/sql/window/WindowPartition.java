package dev.colonnade.sql.window;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.function.value.FrameOffset.Mode;
import dev.colonnade.sql.function.value.SqlValueComparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorted rows of a window partition with the frame bounds of each row. Rows that compare as equal
 * form a peer group. Not thread-safe.
 */
final class WindowPartition {
  private final List<@Nullable Object[]> rows;
  private final WindowPlan.Group window;

  /**
   * Number of the peer group of each row; below, the first row of each group, followed by the row
   * count.
   */
  private final int[] groupOf;

  private final int[] groupStarts;
  private int groupCount;

  WindowPartition(
      List<@Nullable Object[]> rows, WindowPlan.Group window, WindowRowComparator order) {
    this.rows = rows;
    this.window = window;
    groupOf = new int[rows.size()];
    groupStarts = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      if (i == 0 || order.compareSorted(rows.get(i - 1), rows.get(i)) != 0) {
        groupStarts[groupCount++] = i;
      }
      groupOf[i] = groupCount - 1;
    }
    groupStarts[groupCount] = rows.size();
  }

  int size() {
    return rows.size();
  }

  @Nullable Object[] row(int index) {
    return rows.get(index);
  }

  /** Returns the number of the peer group of a row, from 0. */
  int group(int row) {
    return groupOf[row];
  }

  int groupStart(int row) {
    return groupStarts[groupOf[row]];
  }

  int groupEnd(int row) {
    return groupStarts[groupOf[row] + 1];
  }

  /** Returns the first row of a row's frame. */
  int frameStart(int row) {
    WindowPlan.Bound bound = window.frame().start();
    if (bound.isUnbounded()) {
      return 0;
    }
    if (bound.isCurrent()) {
      return isOfRows() ? row : groupStart(row);
    }
    FrameOffset offset = offset(bound);
    return switch (offset.mode()) {
      case ROWS -> clamped(row, count(offset, "starting"), bound.direction(), 0);
      case GROUPS -> {
        int group = clampedGroup(row, count(offset, "starting"), bound.direction());
        yield group < 0 ? 0 : groupStarts[Math.min(group, groupCount)];
      }
      case RANGE -> rangeStart(row, bound, distance(offset, "starting"));
    };
  }

  /**
   * Returns the exclusive end of a row's frame; a frame whose end is not after its start is empty.
   */
  int frameEnd(int row) {
    WindowPlan.Bound bound = window.frame().end();
    if (bound.isUnbounded()) {
      return rows.size();
    }
    if (bound.isCurrent()) {
      return isOfRows() ? row + 1 : groupEnd(row);
    }
    FrameOffset offset = offset(bound);
    return switch (offset.mode()) {
      case ROWS -> clamped(row, count(offset, "ending"), bound.direction(), 1);
      case GROUPS -> {
        int group = clampedGroup(row, count(offset, "ending"), bound.direction());
        yield group < 0 ? 0 : groupStarts[Math.min(group + 1, groupCount)];
      }
      case RANGE -> rangeEnd(row, bound, distance(offset, "ending"));
    };
  }

  /** Returns whether CURRENT ROW is that row alone, and not its peer group. */
  private boolean isOfRows() {
    WindowPlan.Frame frame = window.frame();
    return frame.isRows() && isOfRows(frame.start()) && isOfRows(frame.end());
  }

  private boolean isOfRows(WindowPlan.Bound bound) {
    return bound.isUnbounded() || bound.isCurrent() || offset(bound).mode() == Mode.ROWS;
  }

  /** Returns the frame offset of a bound, which is the same for all rows. */
  private FrameOffset offset(WindowPlan.Bound bound) {
    Object value = rows.getFirst()[bound.column()];
    return value instanceof FrameOffset offset ? offset : new FrameOffset(Mode.ROWS, value);
  }

  private static long count(FrameOffset offset, String end) {
    Number count = (Number) present(offset, end);
    if (count.longValue() < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FRAME_OFFSET, "frame " + end + " offset must not be negative");
    }
    return count.longValue();
  }

  private static Object distance(FrameOffset offset, String end) {
    Object distance = present(offset, end);
    if (RangeOffset.isNegative(distance)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FRAME_OFFSET, "invalid preceding or following size in window function");
    }
    return distance;
  }

  private static Object present(FrameOffset offset, String end) {
    Object value = offset.value();
    if (value == null) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED, "frame " + end + " offset must not be null");
    }
    return value;
  }

  private int clamped(int row, long count, int direction, int more) {
    long steps = Math.min(count, rows.size());
    return (int) Math.clamp(row + direction * steps + more, 0L, rows.size());
  }

  private int clampedGroup(int row, long count, int direction) {
    return (int) (groupOf[row] + direction * Math.min(count, groupCount + 1L));
  }

  private int rangeStart(int row, WindowPlan.Bound bound, Object distance) {
    WindowPlan.SortKey key = window.order().getFirst();
    Object value = rows.get(row)[key.column()];
    if (value == null) {
      return groupStart(row);
    }
    Object limit = limit(key, value, distance, bound.direction());
    return firstBeyond(key, limit, 0);
  }

  private int rangeEnd(int row, WindowPlan.Bound bound, Object distance) {
    WindowPlan.SortKey key = window.order().getFirst();
    Object value = rows.get(row)[key.column()];
    if (value == null) {
      return groupEnd(row);
    }
    Object limit = limit(key, value, distance, bound.direction());
    return firstBeyond(key, limit, 1);
  }

  /** Returns the first row whose key compares to a limit with at least this sign. */
  private int firstBeyond(WindowPlan.SortKey key, Object limit, int least) {
    int low = firstValue(key);
    int high = endOfValues(key);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.signum(compare(key, middle, limit)) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static Object limit(
      WindowPlan.SortKey key, Object value, Object distance, int direction) {
    return RangeOffset.away(
        key.kind(), value, distance, key.isDescending() ? -direction : direction);
  }

  /** Compares the key of a row with a limit in the sort order of the window. */
  private int compare(WindowPlan.SortKey key, int row, Object limit) {
    Object value = rows.get(row)[key.column()];
    int order = SqlValueComparator.compare(RangeOffset.comparable(key.kind(), value), limit);
    return key.isDescending() ? -order : order;
  }

  private int firstValue(WindowPlan.SortKey key) {
    return rows.getFirst()[key.column()] == null ? groupStarts[1] : 0;
  }

  private int endOfValues(WindowPlan.SortKey key) {
    return rows.getLast()[key.column()] == null ? groupStarts[groupCount - 1] : rows.size();
  }
}
