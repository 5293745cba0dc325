package dev.colonnade.sql.execute.join;

import dev.colonnade.sql.execute.join.hash.JoinSides;
import dev.colonnade.sql.execute.join.hash.RowMarks;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the right input of a merge join with equal keys that are in more than one batch. One
 * thread.
 */
final class MergeGroup implements AutoCloseable {
  private final VectorBatch keyBatch;
  private final int keyRow;
  private final RowBuffer rows;
  private final RowMarks marks = new RowMarks();
  private final OperatorMemory marksMemory;
  private RowBuffer.@Nullable Reader reader;
  private @Nullable VectorBatch batch;
  private long firstRow;

  /**
   * Creates an empty group.
   *
   * @param keyRow row of {@code keyBatch} with the keys of the group
   */
  MergeGroup(VectorBatch keyBatch, int keyRow, List<VectorType> rightTypes, SpillContext spill) {
    this.keyBatch = keyBatch;
    this.keyRow = keyRow;
    this.rows = new RowBuffer(rightTypes, spill);
    this.marksMemory = spill.memory().newPart();
  }

  VectorBatch keyBatch() {
    return keyBatch;
  }

  int keyRow() {
    return keyRow;
  }

  void append(VectorBatch some) {
    rows.append(some);
  }

  /** Makes space for marks. */
  void finish() {
    marksMemory.set(RowMarks.memoryBytes(rows.rowCount()));
    marks.reserve(rows.rowCount());
  }

  /** Moves before the first batch. */
  void rewind() {
    reader = rows.reader();
    batch = null;
    firstRow = 0;
  }

  /** Moves to the next batch; returns null after the last. */
  @Nullable VectorBatch advance() {
    if (batch != null) {
      firstRow += batch.rowCount();
    }
    batch = reader == null ? null : reader.next();
    return batch;
  }

  /** Marks a row of the present batch as matched. */
  void mark(int row) {
    marks.set(firstRow + row);
  }

  /** Returns the rows of the present batch without a match. */
  VectorBatch unmatched(VectorBatch present) {
    int[] some = new int[present.rowCount()];
    int count = 0;
    for (int row = 0; row < some.length; row++) {
      some[count] = row;
      count += marks.get(firstRow + row) ? 0 : 1;
    }
    return count == 0 ? JoinSides.NO_ROWS : present.gather(some, count);
  }

  long spilledBytes() {
    return rows.spilledBytes();
  }

  @Override
  public void close() {
    rows.close();
    marksMemory.close();
  }
}
