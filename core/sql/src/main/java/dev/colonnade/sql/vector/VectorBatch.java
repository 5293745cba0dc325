package dev.colonnade.sql.vector;

/** Rows as vectors, all of the same number of rows. */
public final class VectorBatch {
  /** Approximate number of rows of a batch. */
  public static final int ROWS = 4096;

  private final int rowCount;
  private final Vector[] columns;

  public VectorBatch(int rowCount, Vector... columns) {
    this.rowCount = rowCount;
    this.columns = columns;
  }

  public int rowCount() {
    return rowCount;
  }

  public int width() {
    return columns.length;
  }

  public Vector column(int index) {
    return columns[index];
  }

  /** These rows of the batch. */
  public VectorBatch gather(int[] rows, int count) {
    Vector[] gathered = new Vector[columns.length];
    for (int i = 0; i < gathered.length; i++) {
      gathered[i] = columns[i].gather(rows, count);
    }
    return new VectorBatch(count, gathered);
  }

  /** About how many bytes of memory it takes. */
  public long memoryBytes() {
    long bytes = 0;
    for (Vector column : columns) {
      bytes += column.memoryBytes();
    }
    return bytes;
  }
}
