package dev.colonnade.sql.execute.window.frame;

import java.util.function.Predicate;

/** Position among the rows of a window that only moves forward. One thread. */
public final class RowPointer {
  private final WindowRows rows;
  private final RowCursor cursor;
  private long position;

  public RowPointer(WindowRows rows) {
    this.rows = rows;
    this.cursor = new RowCursor(rows);
  }

  /** Returns the first position that may be read later. */
  public long position() {
    return position;
  }

  /**
   * Returns the first position from {@code least} and the last result on whose row fails a test, or
   * the number of rows.
   */
  public long skip(long least, Predicate<RowCursor> isBefore) {
    position = Math.max(position, least);
    while (rows.has(position)) {
      cursor.moveTo(position);
      if (!isBefore.test(cursor)) {
        break;
      }
      position++;
    }
    return position;
  }

  /** Returns the first row after a partition, from {@code least} on. */
  public long partitionEnd(long least, long partition) {
    return skip(least, row -> row.partition() <= partition);
  }

  /** Returns the first row of a partition from {@code least} on whose peer group is beyond one. */
  public long groupEnd(long least, long partition, long group) {
    return skip(
        least,
        row ->
            row.partition() < partition || (row.partition() == partition && row.group() <= group));
  }
}
