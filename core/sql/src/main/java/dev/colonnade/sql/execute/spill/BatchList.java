package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/**
 * Batches that are kept in memory, in order. Small batches are copied together; batches whose
 * arrays are much larger than their rows need are copied without the rest.
 */
final class BatchList {
  /** Batches of fewer rows are copied together. */
  private static final int SMALL_ROWS = 1024;

  /** Batches of more bytes are not copied together. */
  private static final long SMALL_BYTES = 256L << 10;

  /** Batches of more bytes are not copied: their rows may share arrays with each other. */
  private static final long COPIED_BYTES_MAX = 64L << 20;

  /** The most small batches that wait to be copied together. */
  private static final int SMALL_BATCHES_MAX = 64;

  private static final int SPARE_FACTOR = 2;
  private static final int SPARE_BYTES = 1024;

  private final RowGatherer gatherer;
  private final List<VectorBatch> batches = new ArrayList<>();
  private final List<VectorBatch> small = new ArrayList<>();
  private int smallRows;
  private long rowCount;

  BatchList(List<VectorType> types) {
    this.gatherer = new RowGatherer(types);
  }

  long rowCount() {
    return rowCount;
  }

  /**
   * Adds a batch.
   *
   * @param bytes memory of its rows
   */
  void add(VectorBatch batch, long bytes) {
    if (batch.rowCount() == 0) {
      return;
    }
    rowCount += batch.rowCount();
    boolean isCopied = bytes <= COPIED_BYTES_MAX && !isCompact(batch);
    VectorBatch compact = isCopied ? copyOf(List.of(batch), batch.rowCount()) : withoutBase(batch);
    if (batch.rowCount() >= SMALL_ROWS || bytes >= SMALL_BYTES) {
      flush();
      batches.add(compact);
      return;
    }
    small.add(compact);
    smallRows += batch.rowCount();
    if (smallRows >= SMALL_ROWS || small.size() >= SMALL_BATCHES_MAX) {
      flush();
    }
  }

  /** Returns the rows of a batch without the batch that its selection refers to. */
  private static VectorBatch withoutBase(VectorBatch batch) {
    Vector[] columns = new Vector[batch.width()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  /** Copies the small batches together. */
  private void flush() {
    if (small.size() == 1) {
      batches.add(small.getFirst());
    } else if (!small.isEmpty()) {
      batches.add(copyOf(small, smallRows));
    }
    small.clear();
    smallRows = 0;
  }

  private VectorBatch copyOf(List<VectorBatch> sources, int count) {
    long[] ids = new long[count];
    int at = 0;
    for (int source = 0; source < sources.size(); source++) {
      for (int row = 0; row < sources.get(source).rowCount(); row++) {
        ids[at++] = RowGatherer.id(source, row);
      }
    }
    return gatherer.gather(sources.toArray(VectorBatch[]::new), ids, 0, count);
  }

  private static boolean isCompact(VectorBatch batch) {
    for (int i = 0; i < batch.width(); i++) {
      if (!isCompact(batch.column(i), batch.rowCount())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCompact(Vector column, int rowCount) {
    return switch (column) {
      case LongVector longs -> isNear(longs.values().length, rowCount);
      case DoubleVector doubles -> isNear(doubles.values().length, rowCount);
      case BooleanVector booleans -> isNear(booleans.values().length, rowCount);
      case TextVector texts -> {
        long needed = 0;
        for (int row = 0; row < rowCount; row++) {
          needed += texts.length(row);
        }
        yield isNear(texts.bytes().length, needed);
      }
      case ObjectVector _ -> true;
    };
  }

  private static boolean isNear(long length, long needed) {
    return length <= needed * SPARE_FACTOR + SPARE_BYTES;
  }

  /** Returns the number of batches, small ones copied together. */
  int size() {
    flush();
    return batches.size();
  }

  VectorBatch get(int index) {
    return batches.get(index);
  }

  /** Returns all batches. */
  VectorBatch[] toArray() {
    flush();
    return batches.toArray(VectorBatch[]::new);
  }

  void clear() {
    batches.clear();
    small.clear();
    smallRows = 0;
    rowCount = 0;
  }
}
