package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

/**
 * Decides how much memory batches begin with and grow to: for the first one by what the request
 * says it expects, for later ones by what the one before needed, and never beyond the page's
 * budget. Growth doubles.
 */
public final class BatchSizing {
  /** Rows of a first batch if nothing is known about their number. */
  public static final int ROWS_FIRST_DEFAULT = 1024;

  /** What is set aside at first for each value of variable width. */
  private static final int VARIABLE_BYTES_FIRST = 16;

  /** Part of what the last batch needed that is added to it for the next. */
  private static final int HEADROOM_SHIFT = 4;

  private static final int ROWS_MIN = 8;

  private final BatchSchema schema;
  private final long budgetBytes;
  private int rows;
  private final int[] bytes;

  /**
   * @param expectedRows rows of the first batch as far as the request tells; 0 if it does not
   * @param budgetBytes the most encoded bytes that a batch of several rows may have
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
      boolean isVariable = schema.kind(i) == OutputKind.VARIABLE;
      bytes[i] = isVariable ? (int) Math.min(budgetBytes, (long) rows * VARIABLE_BYTES_FIRST) : 0;
    }
  }

  /** Rows to begin a batch with. */
  int firstRows() {
    return rows;
  }

  /** By column, bytes of variable width to begin a batch with. */
  int[] firstBytes() {
    return bytes.clone();
  }

  /** Twice the rows, but no more than a page can have. */
  int moreRows(int capacity) {
    long doubled = Math.max(ROWS_MIN, 2L * capacity);
    long useful = Math.max(schema.rowsWithin(budgetBytes), capacity + 1L);
    return (int) Math.min(Math.min(doubled, useful), Integer.MAX_VALUE - 1);
  }

  /** Twice the bytes, but no more than a page can have, unless they are needed. */
  int moreBytes(int capacity, int needed) {
    long doubled = Math.min(2L * capacity, budgetBytes);
    return (int) Math.max(needed, doubled);
  }

  /** Takes what a batch held as what the next one will. */
  void learn(int rowCount, int[] bytesUsed) {
    rows = Math.max(ROWS_MIN, rowCount + (rowCount >>> HEADROOM_SHIFT));
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          (int)
              Math.min(Integer.MAX_VALUE, bytesUsed[i] + (long) (bytesUsed[i] >>> HEADROOM_SHIFT));
    }
    if (BatchMemory.bytesNeeded(schema, rows, bytes) > budgetBytes + (budgetBytes >>> 3)) {
      // One huge row is no reason to expect more of them.
      rows = rowCount;
      shrinkToBudget();
    }
  }
}
