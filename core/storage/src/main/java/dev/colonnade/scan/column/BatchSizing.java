package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

/**
 * Sizing policy for the memory of batches: the first batch is sized by the request's expected rows,
 * later ones by the batch before them, and none beyond the page's budget. Growth doubles.
 */
public final class BatchSizing {
  /** Row capacity of the first batch if the number of rows is unknown. */
  private static final int ROWS_FIRST_DEFAULT = 1024;

  /** Initial bytes for each variable-width value. */
  private static final int VARIABLE_BYTES_FIRST = 16;

  /** Headroom for the next batch: 1/16 of the size of the last one. */
  private static final int HEADROOM_SHIFT = 4;

  private static final int ROWS_MIN = 8;

  private final BatchSchema schema;
  private final long budgetBytes;
  private int rows;
  private final int[] bytes;

  /**
   * @param expectedRows expected rows of the first batch; 0 if unknown
   * @param budgetBytes most encoded bytes of a batch of several rows
   */
  public BatchSizing(BatchSchema schema, long expectedRows, long budgetBytes) {
    this.schema = requireNonNull(schema, "schema is null");
    this.budgetBytes = budgetBytes;
    this.bytes = new int[schema.columnCount()];
    long first = expectedRows > 0 ? expectedRows : ROWS_FIRST_DEFAULT;
    rows = (int) Math.min(first, Integer.MAX_VALUE / 2);
    shrinkToBudget();
  }

  private void shrinkToBudget() {
    setFirst();
    while (rows > ROWS_MIN && BatchMemory.bytesNeeded(schema, rows, bytes) > budgetBytes) {
      rows = Math.max(ROWS_MIN, rows / 2);
      setFirst();
    }
  }

  private void setFirst() {
    for (int i = 0; i < bytes.length; i++) {
      boolean isVariable = schema.kind(i) == ArrowConversion.VARIABLE;
      bytes[i] = isVariable ? (int) Math.min(budgetBytes, (long) rows * VARIABLE_BYTES_FIRST) : 0;
    }
  }

  /** Returns the initial row capacity of a batch. */
  int firstRows() {
    return rows;
  }

  /** Returns the initial capacity for variable-width bytes, by column. */
  int[] firstBytes() {
    return bytes.clone();
  }

  /** Returns the next larger row capacity: twice the rows, but no more than fit in a page. */
  int moreRows(int capacity) {
    long doubled = Math.max(ROWS_MIN, 2L * capacity);
    long useful = Math.max(schema.rowsWithin(budgetBytes), capacity + 1L);
    return (int) Math.min(Math.min(doubled, useful), Integer.MAX_VALUE - 1);
  }

  /**
   * Returns the next larger byte capacity: twice the bytes, limited to the budget, but at least
   * {@code needed}.
   */
  int moreBytes(int capacity, int needed) {
    long doubled = Math.min(2L * capacity, budgetBytes);
    return (int) Math.max(needed, doubled);
  }

  /** Records the size of a finished batch as the estimate for the next one. */
  void recordUsage(int rowCount, int[] bytesUsed) {
    rows = Math.max(ROWS_MIN, rowCount + (rowCount >>> HEADROOM_SHIFT));
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          (int)
              Math.min(Integer.MAX_VALUE, bytesUsed[i] + (long) (bytesUsed[i] >>> HEADROOM_SHIFT));
    }
    if (BatchMemory.bytesNeeded(schema, rows, bytes) > budgetBytes + (budgetBytes >>> 3)) {
      // A single huge row does not predict further ones.
      rows = rowCount;
      shrinkToBudget();
    }
  }
}
