package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.column.ColumnVectors;
import java.util.Arrays;

/**
 * Rows of a cached block that a scan reads next, with their charges. The memory is valid until this
 * object is closed.
 *
 * <p>Rows are identified by their positions in the block: from {@link #first}, included, to {@link
 * #end}, excluded. Charges are relative to the position of the scan when it requested the rows.
 */
public final class CachedRows implements AutoCloseable {
  private final CachedBlock block;
  private final RowIndex index;
  private final ColumnVector[] vectors;
  private final ColumnVectors run;
  private final int first;
  private final int end;
  private final Key endKey;
  private final boolean fromStart;

  /**
   * Creates the rows, which own a reference to the block.
   *
   * @param vectors vectors of the columns that are read, those of the schema first
   */
  CachedRows(CachedBlock block, ColumnVector[] vectors, BatchSchema schema, Part part) {
    this.block = block;
    this.index = block.index();
    this.vectors = vectors;
    this.run = new ColumnVectors(schema, Arrays.copyOf(vectors, schema.columns().size()));
    this.first = part.first();
    this.end = part.end();
    this.endKey = part.endKey();
    this.fromStart = part.fromStart();
  }

  /**
   * Part of a block between two keys.
   *
   * @param fromStart whether the part starts at the start of the block instead of at a row
   */
  record Part(int first, int end, Key endKey, boolean fromStart) {}

  /** Returns the projected columns of the block. */
  public ColumnVectors run() {
    return run;
  }

  /** Returns all columns that are read, by their numbers; not to be modified. */
  public ColumnVector[] vectors() {
    return vectors;
  }

  public int first() {
    return first;
  }

  public int end() {
    return end;
  }

  /** Returns the key at which the scan continues after all rows. */
  public Key endKey() {
    return endKey;
  }

  /** Returns the bytes scanned before a row; for {@link #end}, in all. */
  public long scannedBefore(int row) {
    return (long) index.scannedBefore(row) - scannedBase();
  }

  /** Returns the bytes scanned up to and with a row. */
  public long scannedWith(int row) {
    return (long) index.scannedWith(row) - scannedBase();
  }

  private int scannedBase() {
    return fromStart ? 0 : index.scannedBefore(first);
  }

  /** Returns the visible KVs before a row; for {@link #end}, in all. */
  public long keyValuesBefore(int row) {
    return (long) index.keyValuesBefore(row) - keyValuesBase();
  }

  /** Returns the visible KVs up to and with a row. */
  public long keyValuesWith(int row) {
    return (long) index.keyValuesWith(row) - keyValuesBase();
  }

  private int keyValuesBase() {
    return fromStart ? 0 : index.keyValuesBefore(first);
  }

  public Key rowKey(int row) {
    return index.rowKey(row);
  }

  /** Returns the smallest key above all keys of a row. */
  public Key endOf(int row) {
    return index.endOf(row);
  }

  /** Releases the block. */
  @Override
  public void close() {
    block.release();
  }
}
