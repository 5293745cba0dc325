package dev.colonnade.sql.execute.join.hash;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.BatchMemory;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import org.jspecify.annotations.Nullable;

/** Rows of a build side in memory, with their table. One thread. */
public final class HashBuild implements AutoCloseable {
  /** Memory that a part of a build side may use in any case, so that it becomes smaller. */
  static final long FORCED_BYTES = 128L << 10;

  /** The most bytes of a column, whose arrays have positions of 31 bits. */
  private static final long COLUMN_BYTES_MAX = 1L << 29;

  private static final int ROWS_MAX = 1 << 28;

  /** Bytes of an encoded key beside the value. */
  private static final int KEY_BYTES = 16;

  private final JoinSides sides;
  private final OperatorMemory share;
  private VectorBuilder[] columns;

  /** Null once the build side is closed. */
  private @Nullable JoinTable table;

  private int rowCount;
  private long rowBytes;
  private @Nullable VectorBatch rows;
  private @Nullable RowMarks marks;

  public HashBuild(JoinSides sides, OperatorMemory memory) {
    this.sides = requireNonNull(sides, "sides is null");
    this.share = memory.newPart();
    this.columns =
        sides.buildTypes().stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
    this.table = JoinTable.of(sides);
  }

  /** Adds the rows of a batch, or none of them if there is no memory. Returns whether it did. */
  public boolean tryAdd(VectorBatch batch) {
    return add(batch, false);
  }

  /** Variant of {@link #tryAdd} that may use a small amount of memory in any case. */
  public boolean tryAddForced(VectorBatch batch) {
    return add(batch, true);
  }

  private boolean add(VectorBatch batch, boolean isForced) {
    VectorBatch added = sides.neededOfBuild(batch);
    if (added.rowCount() == 0) {
      return true;
    }
    long bytes = BatchMemory.bytes(added);
    if (rowCount + added.rowCount() > ROWS_MAX || isColumnFull(bytes)) {
      return false;
    }
    long needed = memoryBytesWith(added, bytes);
    if (!share.trySet(needed)) {
      boolean isSmall = rowCount == 0 || needed <= FORCED_BYTES;
      if (!isForced || !isSmall) {
        return false;
      }
      share.set(needed);
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(added.column(i), added.rowCount());
    }
    table().add(added, rowCount);
    rowCount += added.rowCount();
    rowBytes += bytes;
    return true;
  }

  private boolean isColumnFull(long addedBytes) {
    for (VectorBuilder column : columns) {
      if (column.memoryBytes() + addedBytes > COLUMN_BYTES_MAX) {
        return true;
      }
    }
    return false;
  }

  /** Returns at most the memory in use after a batch is added, while arrays grow. */
  private long memoryBytesWith(VectorBatch batch, long bytes) {
    long arrayBytes = 0;
    for (VectorBuilder column : columns) {
      arrayBytes += column.memoryBytes();
    }
    long columnBytes = Math.max(arrayBytes, rowBytes);
    long keyBytes = bytes + (long) KEY_BYTES * batch.rowCount() * sides.keyCount();
    return columnBytes
        + bytes
        + (columnBytes >> 1)
        + table().memoryBytesAfter(batch.rowCount(), keyBytes)
        + (hasMarks() ? RowMarks.memoryBytes(rowCount + batch.rowCount()) : 0);
  }

  /** Returns whether the rows with a match are marked. */
  boolean hasMarks() {
    return sides.buildRest() != JoinSides.Rest.NONE;
  }

  /** Ends the input. */
  public void finish() {
    VectorBatch all = rows();
    table().finish(all);
    if (hasMarks()) {
      RowMarks unset = new RowMarks();
      unset.reserve(rowCount);
      marks = unset;
    }
  }

  /** Returns all rows that were added; nothing may be added after that. */
  public VectorBatch rows() {
    VectorBatch known = rows;
    if (known == null) {
      Vector[] vectors = new Vector[columns.length];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = columns[i].build();
      }
      known = new VectorBatch(rowCount, vectors);
      rows = known;
    }
    return known;
  }

  public int rowCount() {
    return rowCount;
  }

  JoinTable table() {
    return requireNonNull(table, "build side is closed");
  }

  /** Returns the marks of the rows with a match; null if they are not needed. */
  @Nullable RowMarks marks() {
    return marks;
  }

  /** Adds marks of a thread. One thread at a time. */
  void addMarks(RowMarks more) {
    requireNonNull(marks, "rows are not marked").addAll(more);
  }

  /** Returns whether every row of any probe side has a match. */
  public boolean matchesEveryRow() {
    return sides.shape().condition() == null && rowCount > 0 && table().matchesEveryRow();
  }

  /** Charges what a table of NOT IN, which has one thread, has added while it was probed. */
  void chargeTable() {
    if (sides.isNullAware() && table().memoryBytes() > share.used()) {
      share.set(table().memoryBytes());
    }
  }

  /** Frees the memory, also if the object is still referenced. Idempotent. */
  @Override
  public void close() {
    columns = new VectorBuilder[0];
    table = null;
    rows = null;
    marks = null;
    share.close();
  }
}
