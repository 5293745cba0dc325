package dev.colonnade.sql.execute.window.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Cursor over the rows of a window; cheap while it moves forward. One thread. */
public final class RowCursor {
  private final WindowRows rows;
  private WindowRows.@Nullable Segment segment;
  private RowBuffer.@Nullable Reader reader;
  private @Nullable VectorBatch batch;
  private long first;
  private long end;
  private int row;

  public RowCursor(WindowRows rows) {
    this.rows = rows;
  }

  /** Moves to a row that exists and is not forgotten. */
  public void moveTo(long position) {
    rows.step();
    if (position < first || position >= end) {
      load(position);
    }
    row = (int) (position - first);
  }

  private void load(long position) {
    WindowRows.Segment current = segment;
    if (current == null
        || position < end
        || position >= current.end()
        || position < current.first()) {
      current = rows.segment(position);
      segment = current;
      reader = current.reader();
      end = current.first();
    }
    while (position >= end) {
      VectorBatch next = requireNonNull(reader, "reader is null").next();
      if (next == null) {
        throw new IllegalStateException("row is missing position=" + position);
      }
      batch = next;
      first = end;
      end += next.rowCount();
    }
  }

  /** Returns the batch of the row. */
  public VectorBatch batch() {
    return requireNonNull(batch, "batch is null");
  }

  /** Returns the position of the first row of the batch. */
  public long first() {
    return first;
  }

  /** Returns the number of the row in its batch. */
  public int row() {
    return row;
  }

  public Vector column(int column) {
    return batch().column(column);
  }

  /** Returns a value in its internal representation. */
  public @Nullable Object held(int column) {
    return column(column).held(row, rows.type(column));
  }

  public long partition() {
    return number(rows.partitionColumn());
  }

  /** Returns the number of the peer group. */
  public long group() {
    return number(rows.groupColumn());
  }

  private long number(int column) {
    return ((LongVector) column(column)).values()[row];
  }
}
