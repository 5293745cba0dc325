package dev.colonnade.sql.optimize.cost;

/** Costs of access paths of stored tables, in the nanoseconds of {@link CostModel}. */
public final class AccessCosts {
  /** A table has at least so many rows: plans are cached while it grows. */
  public static final double TABLE_ROWS_MIN = 1000;

  /**
   * Factor of the cost of lookups for the rows of a join: if there are more rows than estimated,
   * lookups take as many times longer, and a scan does not.
   */
  private static final double RISK = 1.5;

  private AccessCosts() {}

  /**
   * Returns the cost of reading a table from the column store.
   *
   * @param predicates number of predicates on the rows
   * @param selected fraction of the rows that satisfies them
   * @param columns number of columns that are read of these rows
   */
  public static double columnarScan(
      double tableRows, int predicates, double selected, int columns) {
    double rows = Math.max(TABLE_ROWS_MIN, tableRows);
    return CostModel.columnarScan(rows, predicates, rows * selected, columns);
  }

  /** Returns the cost of reading rows in the order of the primary key with a cursor. */
  public static double keyRange(double ranges, double rows) {
    return ranges * CostModel.SEEK + rows * CostModel.CURSOR_STEP;
  }

  /** Returns the cost of reading entries of an index that have all needed columns. */
  public static double indexOnly(double ranges, double entries) {
    return ranges * CostModel.SEEK + entries * CostModel.CURSOR_STEP;
  }

  /**
   * Returns the cost of reading entries of an index and of looking their rows up in batches.
   *
   * @param entries that the bounds of the key select
   * @param lookups entries whose rows are looked up: those that predicates on the entries leave
   */
  public static double indexLookup(double ranges, double entries, double lookups) {
    return indexOnly(ranges, entries) + lookups * CostModel.BATCHED_LOOKUP;
  }

  /**
   * Returns the cost of reading the first rows only of an index whose rows are looked up one by
   * one.
   */
  public static double indexFirst(double ranges, double lookups) {
    return ranges * CostModel.SEEK + lookups * (CostModel.CURSOR_STEP + CostModel.RANDOM_LOOKUP);
  }

  /** Returns the cost of looking up rows by their whole primary key, one by one. */
  public static double points(double keys) {
    return keys * CostModel.RANDOM_LOOKUP;
  }

  /**
   * Returns the cost of a join that looks the matches of its outer rows up, without that of the
   * outer input.
   *
   * @param outerRows rows of the outer input
   * @param matches rows of the table that match each of them, before other predicates
   * @param isWholeKey whether the outer rows have values for a whole primary key
   * @param needsRow whether the rows of an index's entries are looked up
   */
  public static double lookupJoin(
      double outerRows, double matches, boolean isWholeKey, boolean needsRow) {
    if (isWholeKey) {
      return CostModel.SEEK + RISK * outerRows * CostModel.BATCHED_LOOKUP;
    }
    double each = CostModel.CURSOR_STEP + (needsRow ? CostModel.BATCHED_LOOKUP : 0);
    return RISK * outerRows * (CostModel.SEEK + matches * each);
  }
}
