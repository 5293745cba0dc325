package dev.colonnade.sql.optimize.cost;

/**
 * Cost model of operators, in nanoseconds of one thread. The constants are medians of measurements
 * on the machine of {@code docs/benchmarks.md}; only their proportions decide plans.
 */
public final class CostModel {
  /** Nanoseconds of {@code PlanEstimate}'s unit, the cost of one page that PostgreSQL reads. */
  public static final double NANOS_PER_UNIT = 1000;

  /** Fixed cost of a columnar scan: its snapshot, its blocks and the first batch. */
  public static final double SCAN_START = 20_000;

  /** Cost of a row of a columnar scan, apart from its columns. */
  public static final double COLUMNAR_ROW = 1;

  /** Cost of the value of one column of a row of a columnar scan: 4 columns read 18 ns a row. */
  public static final double COLUMNAR_VALUE = 4;

  /** Cost of opening a cursor in the row store and finding its first key. */
  public static final double SEEK = 6_000;

  /** Cost of the step of an open cursor to the next row or index entry, its columns decoded. */
  public static final double CURSOR_STEP = 120;

  /** Cost of the lookup of one row by its key, alone. */
  public static final double RANDOM_LOOKUP = 6_000;

  /** Cost of the lookup of one row by its key among a batch of sorted keys. */
  public static final double BATCHED_LOOKUP = 2_500;

  /** Cost of adding a row to a hash table. */
  public static final double HASH_BUILD_ROW = 80;

  /** Cost of looking a row up in a hash table. */
  public static final double HASH_PROBE_ROW = 25;

  /** Cost of a row of an input of a merge join: rows are compared one by one. */
  public static final double MERGE_ROW = 150;

  /** Cost of adding a row to a group of an aggregation. */
  public static final double GROUP_ROW = 40;

  /** Cost of one comparison of rows that are sorted. */
  public static final double SORT_COMPARISON = 15;

  /** Cost of a pair of rows of a nested loop, its conditions included. */
  public static final double NESTED_LOOP_PAIR = 5;

  /** Cost of a row that an operator returns. */
  public static final double OUTPUT_ROW = 10;

  /** Cost of one predicate or expression for one row. */
  public static final double EXPRESSION = 3;

  /** Fixed cost of starting a subplan again, for each row of a dependent join. */
  public static final double RESTART = 2_000;

  private CostModel() {}

  /** Returns a cost in the unit of {@code PlanEstimate}. */
  public static double units(double nanos) {
    return nanos / NANOS_PER_UNIT;
  }

  /** Returns the cost of a columnar scan of {@code rows} rows and {@code columns} columns. */
  public static double columnarScan(double rows, int columns) {
    return SCAN_START + rows * (COLUMNAR_ROW + columns * COLUMNAR_VALUE);
  }

  /** Returns the cost of a hash join, without those of its inputs. */
  public static double hashJoin(double probeRows, double buildRows, double rows) {
    return buildRows * HASH_BUILD_ROW + probeRows * HASH_PROBE_ROW + rows * OUTPUT_ROW;
  }

  /** Returns the cost of a merge join of inputs in order, without those of its inputs. */
  public static double mergeJoin(double leftRows, double rightRows, double rows) {
    return (leftRows + rightRows) * MERGE_ROW + rows * OUTPUT_ROW;
  }

  /** Returns the cost of a join of all pairs of rows, without those of its inputs. */
  public static double nestedLoop(double leftRows, double rightRows, double rows) {
    return leftRows * rightRows * NESTED_LOOP_PAIR + rows * OUTPUT_ROW;
  }

  /** Returns the cost of a sort, without that of its input. */
  public static double sort(double rows) {
    return rows * (SORT_COMPARISON * Math.log(rows + 2) / Math.log(2) + OUTPUT_ROW);
  }

  /**
   * Returns the cost of a sort of which only the first rows are retained, without that of its
   * input.
   */
  public static double topRows(double rows, double retained) {
    double size = Math.min(rows, retained);
    return rows * SORT_COMPARISON + sort(size);
  }

  /** Returns the cost of an aggregation in a hash table, without that of its input. */
  public static double hashAggregate(double rows, double groups) {
    return rows * GROUP_ROW + groups * (HASH_BUILD_ROW + OUTPUT_ROW);
  }

  /** Returns the cost of predicates or expressions over some rows. */
  public static double expressions(double rows, int count) {
    return rows * count * EXPRESSION;
  }
}
