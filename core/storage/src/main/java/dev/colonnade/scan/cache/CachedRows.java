package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.scan.cache.block.BlockMemory;
import dev.colonnade.scan.cache.block.RowIndex;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.ColumnVectors;
import java.util.Arrays;

/**
 * Rows of a cached block that a scan reads next, with their charges. The memory is valid until this
 * object is closed.
 *
 * <p>The scan reads the rows in steps from 0 to {@link #count}: in a reverse scan, the last row of
 * the part comes first. Charges are relative to the position of the scan when it requested the
 * rows.
 */
public final class CachedRows implements AutoCloseable {
  private final BlockMemory memory;
  private final RowIndex index;
  private final ColumnVector[] vectors;
  private final ColumnVectors run;
  private final BlockPart part;
  private final boolean isReverse;

  /**
   * Creates the rows, which own a reference to the memory of the block.
   *
   * @param vectors vectors of the columns that are read, those of the schema first
   */
  CachedRows(
      BlockMemory memory,
      ColumnVector[] vectors,
      BatchSchema schema,
      BlockPart part,
      boolean isReverse) {
    this.memory = memory;
    this.index = memory.index();
    this.vectors = vectors;
    this.run = new ColumnVectors(schema, Arrays.copyOf(vectors, schema.columns().size()));
    this.part = part;
    this.isReverse = isReverse;
  }

  /** Returns the projected columns of the block. */
  public ColumnVectors run() {
    return run;
  }

  /** Returns all columns that are read, by their numbers; not to be modified. */
  public ColumnVector[] vectors() {
    return vectors;
  }

  /** Returns whether the rows are read from the last to the first. */
  public boolean isReverse() {
    return isReverse;
  }

  /** Returns the number of rows. */
  public int count() {
    return part.high() - part.low();
  }

  /** Returns the position in the block of the row that is read in a step. */
  public int row(int step) {
    return isReverse ? part.high() - 1 - step : part.low() + step;
  }

  /** Returns the step in which a row is read. */
  public int step(int row) {
    return isReverse ? part.high() - 1 - row : row - part.low();
  }

  /** Returns the key at which the scan resumes after all rows. */
  public Key nextKey() {
    return part.nextKey();
  }

  /** Returns the bytes scanned before a step; for {@link #count}, in all. */
  public long scannedBefore(int step) {
    if (step == count()) {
      return (long) part.upper().scannedBytes() - part.lower().scannedBytes();
    }
    int row = row(step);
    return isReverse
        ? (long) part.upper().scannedBytes() - index.scannedWith(row)
        : (long) index.scannedBefore(row) - part.lower().scannedBytes();
  }

  /** Returns the bytes scanned up to and with a step. */
  public long scannedWith(int step) {
    int row = row(step);
    return isReverse
        ? (long) part.upper().scannedBytes() - index.scannedBefore(row)
        : (long) index.scannedWith(row) - part.lower().scannedBytes();
  }

  /** Returns the visible KVs before a step; for {@link #count}, in all. */
  public long keyValuesBefore(int step) {
    if (step == count()) {
      return (long) part.upper().keyValues() - part.lower().keyValues();
    }
    int row = row(step);
    return isReverse
        ? (long) part.upper().keyValues() - index.keyValuesWith(row)
        : (long) index.keyValuesBefore(row) - part.lower().keyValues();
  }

  /** Returns the visible KVs up to and with a step. */
  public long keyValuesWith(int step) {
    int row = row(step);
    return isReverse
        ? (long) part.upper().keyValues() - index.keyValuesBefore(row)
        : (long) index.keyValuesWith(row) - part.lower().keyValues();
  }

  /** Returns the key at which a scan resumes that ends in front of a step. */
  public Key keyInFrontOf(int step) {
    int row = row(step);
    return isReverse ? index.endOf(row) : index.rowKey(row);
  }

  /** Returns the key at which a scan resumes that ends behind a step. */
  public Key keyBehind(int step) {
    int row = row(step);
    return isReverse ? index.rowKey(row) : index.endOf(row);
  }

  /** Releases the memory. */
  @Override
  public void close() {
    memory.release();
  }
}
