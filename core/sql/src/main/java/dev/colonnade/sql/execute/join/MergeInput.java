package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Sorted input of a merge join, with its position. One thread. */
final class MergeInput {
  private final Operator source;
  private final int[] keyColumns;
  private final boolean[] nullsEqual;
  private @Nullable VectorBatch batch;
  private boolean[] matched = new boolean[0];
  private int row;
  private int firstUnreturned;
  private boolean isEnded;

  MergeInput(Operator source, int[] keyColumns, boolean[] nullsEqual) {
    this.source = requireNonNull(source, "source is null");
    this.keyColumns = keyColumns;
    this.nullsEqual = nullsEqual;
  }

  /** Reads the next batch unless there is one. Returns whether there is one now. */
  boolean load() {
    if (batch == null && !isEnded) {
      batch = source.next();
      isEnded = batch == null;
      matched = new boolean[batch == null ? 0 : batch.rowCount()];
      row = 0;
      firstUnreturned = 0;
    }
    return batch != null;
  }

  /** Returns the present batch, which there is. */
  VectorBatch batch() {
    return requireNonNull(batch, "batch is null");
  }

  /** Returns the row that is compared next. */
  int row() {
    return row;
  }

  void moveTo(int next) {
    row = next;
  }

  boolean isAtEnd() {
    return row == batch().rowCount();
  }

  boolean[] matched() {
    return matched;
  }

  /** Returns whether a row has a NULL in its keys for which it is equal to no row. */
  boolean isIncomplete(int someRow) {
    for (int i = 0; i < keyColumns.length; i++) {
      if (!nullsEqual[i] && batch().column(keyColumns[i]).isNull(someRow)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the first row that was not yet returned beside the pairs, if it had to be. */
  int firstUnreturned() {
    return firstUnreturned;
  }

  void setFirstUnreturned(int first) {
    firstUnreturned = first;
  }

  /** Ends the present batch. */
  void drop() {
    batch = null;
  }
}
