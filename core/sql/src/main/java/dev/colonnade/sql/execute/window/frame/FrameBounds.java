package dev.colonnade.sql.execute.window.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.function.value.FrameOffset.Mode;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frames of the rows of a window: the positions of their first rows and those behind their last.
 * Both only grow from row to row of a partition. One thread.
 */
public final class FrameBounds {
  private final WindowRows rows;
  private final WindowPlan.Frame frame;
  private final @Nullable FrameOffset startOffset;
  private final @Nullable FrameOffset endOffset;
  private final @Nullable RangeLimit startLimit;
  private final @Nullable RangeLimit endLimit;
  private final boolean isOfRows;
  private final RowCursor ahead;
  private final RowPointer starts;
  private final RowPointer ends;
  private final RowPointer partitionEnds;
  private final RowPointer groupEnds;

  /**
   * Creates the frames.
   *
   * @param orderKeys sort keys within a partition
   * @param startOffset offset of the first bound; null if it has none
   * @param endOffset offset of the second bound; null if it has none
   */
  public FrameBounds(
      WindowRows rows,
      WindowPlan.Frame frame,
      List<SortKey> orderKeys,
      @Nullable FrameOffset startOffset,
      @Nullable FrameOffset endOffset) {
    this.rows = rows;
    this.frame = frame;
    this.startOffset = startOffset == null ? null : checked(startOffset, "starting");
    this.endOffset = endOffset == null ? null : checked(endOffset, "ending");
    this.startLimit = limit(frame.start(), startOffset, orderKeys);
    this.endLimit = limit(frame.end(), endOffset, orderKeys);
    this.isOfRows = frame.isRows() && isOfRows(startOffset) && isOfRows(endOffset);
    this.ahead = new RowCursor(rows);
    this.starts = new RowPointer(rows);
    this.ends = new RowPointer(rows);
    this.partitionEnds = new RowPointer(rows);
    this.groupEnds = new RowPointer(rows);
  }

  private static boolean isOfRows(@Nullable FrameOffset offset) {
    return offset == null || offset.mode() == Mode.ROWS;
  }

  private static FrameOffset checked(FrameOffset offset, String end) {
    Object value = offset.value();
    if (value == null) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED, "frame " + end + " offset must not be null");
    }
    if (offset.mode() == Mode.RANGE) {
      if (RangeOffset.isNegative(value)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_FRAME_OFFSET,
            "invalid preceding or following size in window function");
      }
    } else if (((Number) value).longValue() < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FRAME_OFFSET, "frame " + end + " offset must not be negative");
    }
    return offset;
  }

  private @Nullable RangeLimit limit(
      WindowPlan.Bound bound, @Nullable FrameOffset offset, List<SortKey> orderKeys) {
    if (offset == null || offset.mode() != Mode.RANGE) {
      return null;
    }
    return new RangeLimit(rows, orderKeys.getFirst(), offset, bound.direction());
  }

  public WindowPlan.Exclusion exclusion() {
    return frame.exclusion();
  }

  /** Returns whether the frame begins at the first row of the partition. */
  public boolean startsWithPartition() {
    return frame.start().isUnbounded();
  }

  /**
   * Frames of the rows of a block.
   *
   * @param starts positions of the first rows
   * @param ends positions behind the last rows, not before the starts
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record Frames(long[] starts, long[] ends) {}

  public Frames of(WindowBlock block) {
    long[] firstRows = new long[block.count()];
    long[] lastRows = new long[block.count()];
    for (int row = 0; row < firstRows.length; row++) {
      rows.step();
      firstRows[row] = start(block, row);
      lastRows[row] = Math.max(firstRows[row], end(block, row));
    }
    return new Frames(firstRows, lastRows);
  }

  /** Returns the first position that frames of later blocks need, at most {@code next}. */
  public long firstNeeded(long next) {
    long needed = next;
    if (startOffset != null && startOffset.mode() != Mode.ROWS) {
      needed = Math.min(needed, starts.position());
    }
    if (endOffset != null && endOffset.mode() != Mode.ROWS) {
      needed = Math.min(needed, ends.position());
    }
    return needed;
  }

  /** Returns the position behind the partition of a row. */
  public long partitionEnd(WindowBlock block, int row) {
    long known = block.partitionEnds()[row];
    return known != WindowBlock.BEYOND
        ? known
        : partitionEnds.partitionEnd(block.end(), block.partitions()[row]);
  }

  /** Returns the position behind the peer group of a row. */
  public long groupEnd(WindowBlock block, int row) {
    long known = block.groupEnds()[row];
    return known != WindowBlock.BEYOND
        ? known
        : groupEnds.groupEnd(block.end(), block.partitions()[row], block.groups()[row]);
  }

  private long start(WindowBlock block, int row) {
    WindowPlan.Bound bound = frame.start();
    long position = block.first() + row;
    FrameOffset offset = startOffset;
    if (bound.isUnbounded()) {
      return block.partitionStarts()[row];
    }
    if (bound.isCurrent() || offset == null) {
      return isOfRows ? position : block.groupStarts()[row];
    }
    return switch (offset.mode()) {
      case ROWS -> rowsAway(block, row, count(offset), bound.direction());
      case GROUPS ->
          starts.groupEnd(
              block.partitionStarts()[row],
              block.partitions()[row],
              groupsAway(block, row, count(offset), bound.direction()) - 1);
      case RANGE -> rangeStart(block, row, requireNonNull(startLimit, "startLimit is null"));
    };
  }

  private long end(WindowBlock block, int row) {
    WindowPlan.Bound bound = frame.end();
    FrameOffset offset = endOffset;
    if (bound.isUnbounded()) {
      return partitionEnd(block, row);
    }
    if (bound.isCurrent() || offset == null) {
      return isOfRows ? block.first() + row + 1 : groupEnd(block, row);
    }
    return switch (offset.mode()) {
      case ROWS -> rowsEnd(block, row, count(offset), bound.direction());
      case GROUPS ->
          ends.groupEnd(
              block.partitionStarts()[row],
              block.partitions()[row],
              groupsAway(block, row, count(offset), bound.direction()));
      case RANGE -> rangeEnd(block, row, requireNonNull(endLimit, "endLimit is null"));
    };
  }

  private static long count(FrameOffset offset) {
    return ((Number) requireNonNull(offset.value(), "count is null")).longValue();
  }

  /** Returns the position some rows away, at most that behind the partition. */
  private long rowsAway(WindowBlock block, int row, long count, int direction) {
    long position = block.first() + row;
    if (direction < 0) {
      return Math.max(block.partitionStarts()[row], position - Math.min(count, position));
    }
    return rowAhead(block, row, count);
  }

  /** Returns the position behind the row that is some rows away. */
  private long rowsEnd(WindowBlock block, int row, long count, int direction) {
    if (direction < 0) {
      long position = block.first() + row + 1;
      return Math.max(block.partitionStarts()[row], position - Math.min(count, position));
    }
    return rowAhead(block, row, count == Long.MAX_VALUE ? count : count + 1);
  }

  private long rowAhead(WindowBlock block, int row, long count) {
    long position = block.first() + row;
    long target = position > Long.MAX_VALUE - count ? Long.MAX_VALUE : position + count;
    if (target > position && rows.has(target - 1)) {
      ahead.moveTo(target - 1);
      if (ahead.partition() == block.partitions()[row]) {
        return target;
      }
    }
    return target == position ? position : partitionEnd(block, row);
  }

  private static long groupsAway(WindowBlock block, int row, long count, int direction) {
    long group = block.groups()[row];
    if (direction < 0) {
      return group - Math.min(count, group + 1);
    }
    return count > Long.MAX_VALUE - group ? Long.MAX_VALUE : group + count;
  }

  private long rangeStart(WindowBlock block, int row, RangeLimit limit) {
    Object value = limit.value(block, row);
    return value == null
        ? block.groupStarts()[row]
        : starts.skip(block.partitionStarts()[row], limit.below(value, block.partitions()[row], 0));
  }

  private long rangeEnd(WindowBlock block, int row, RangeLimit limit) {
    Object value = limit.value(block, row);
    return value == null
        ? groupEnd(block, row)
        : ends.skip(block.partitionStarts()[row], limit.below(value, block.partitions()[row], 1));
  }
}
