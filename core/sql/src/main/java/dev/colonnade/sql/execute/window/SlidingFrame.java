package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowRows;

/**
 * Walk over the rows that enter and leave a frame while both of its bounds grow. One thread.
 *
 * <p>Rows that leave are read a second time only if the caller asks for them.
 */
abstract class SlidingFrame {
  private final WindowRows rows;
  private final RowCursor entering;
  private final RowCursor leaving;
  private long start;
  private long end;

  SlidingFrame(WindowRows rows) {
    this.rows = rows;
    this.entering = new RowCursor(rows);
    this.leaving = new RowCursor(rows);
  }

  /** Adds a row to the state. */
  abstract void enter(RowCursor row, long position);

  /** Removes a row from the state. Called in the order in which the rows entered. */
  abstract void leave(RowCursor row, long position);

  /** Makes the state empty. */
  abstract void clear();

  /** Moves the frame. */
  final void moveTo(long newStart, long newEnd) {
    if (newStart >= end) {
      clear();
      start = newStart;
      end = newStart;
    }
    while (start < newStart) {
      leaving.moveTo(start);
      leave(leaving, start);
      start++;
    }
    while (end < newEnd) {
      entering.moveTo(end);
      enter(entering, end);
      end++;
    }
    rows.step();
  }

  /** Returns the first row that may be read later; of a running frame that which enters next. */
  final long firstNeeded(long next, boolean isRunning) {
    return Math.min(next, isRunning ? end : start);
  }
}
