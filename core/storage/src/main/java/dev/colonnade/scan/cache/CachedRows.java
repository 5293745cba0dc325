package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.ColumnRun;
import dev.colonnade.scan.column.ColumnVector;
import java.util.Arrays;

/**
 * Rows of a block that a scan comes by next, with what it is charged for them. They stay as long as
 * this is open.
 *
 * <p>Rows are named by their positions in the block: from {@link #first}, included, to {@link
 * #end}, excluded. What a charge counts from is where the scan stood when it asked.
 */
public final class CachedRows implements AutoCloseable {
  private final CachedBlock block;
  private final RowIndex index;
  private final ColumnVector[] vectors;
  private final ColumnRun run;
  private final int first;
  private final int end;
  private final Key endKey;
  private final boolean fromStart;

  /**
   * Takes over a hold on the block.
   *
   * @param vectors of the columns that are read, those of the schema first
   */
  CachedRows(CachedBlock block, ColumnVector[] vectors, BatchSchema schema, Part part) {
    this.block = block;
    this.index = block.index();
    this.vectors = vectors;
    this.run = new ColumnRun(schema, Arrays.copyOf(vectors, schema.columns().size()));
    this.first = part.first();
    this.end = part.end();
    this.endKey = part.endKey();
    this.fromStart = part.fromStart();
  }

  /**
   * The part of a block between two keys.
   *
   * @param fromStart whether it begins where the block does, and not at a row
   */
  record Part(int first, int end, Key endKey, boolean fromStart) {}

  /** The projected columns of the block. */
  public ColumnRun run() {
    return run;
  }

  /** All columns that are read, by their numbers; not to be changed. */
  public ColumnVector[] vectors() {
    return vectors;
  }

  public int first() {
    return first;
  }

  public int end() {
    return end;
  }

  /** Where the scan goes on when it has taken all rows. */
  public Key endKey() {
    return endKey;
  }

  /** Bytes scanned before a row of these, or before {@link #end}: then, in all. */
  public long scannedBefore(int row) {
    return (long) index.scannedBefore(row) - scannedBase();
  }

  public long scannedWith(int row) {
    return (long) index.scannedWith(row) - scannedBase();
  }

  private int scannedBase() {
    return fromStart ? 0 : index.scannedBefore(first);
  }

  /** Visible KVs before a row of these, or before {@link #end}: then, in all. */
  public long keyValuesBefore(int row) {
    return (long) index.keyValuesBefore(row) - keyValuesBase();
  }

  public long keyValuesWith(int row) {
    return (long) index.keyValuesWith(row) - keyValuesBase();
  }

  private int keyValuesBase() {
    return fromStart ? 0 : index.keyValuesBefore(first);
  }

  public Key rowKey(int row) {
    return index.rowKey(row);
  }

  /** The smallest key above all of a row. */
  public Key endOf(int row) {
    return index.endOf(row);
  }

  /** Lets the block go. */
  @Override
  public void close() {
    block.release();
  }
}
