package dev.colonnade.sql.optimize.cost;

/**
 * Cost model of operators, in nanoseconds of one thread. The constants are measured by {@code
 * colonnade bench costs}, on the machine of {@code docs/benchmarks.md}; only their proportions
 * decide plans.
 */
public final class CostModel {
  /** Nanoseconds of {@code PlanEstimate}'s unit, the cost of one page that PostgreSQL reads. */
  public static final double NANOS_PER_UNIT = 1000;

  /** Fixed cost of a columnar scan: its snapshot, its blocks and the first batch. */
  public static final double SCAN_START = 40_000;

  /** Cost of a row of a columnar scan, apart from its columns. */
  public static final double COLUMNAR_ROW = 1;

  /** Cost of the value of one column of a row of a columnar scan. */
  public static final double COLUMNAR_VALUE = 3;

  /** Cost of testing a row of a columnar scan for one predicate, before its columns are read. */
  public static final double SCAN_PREDICATE = 1.5;

  /**
   * Additional cost of a value of a columnar scan that has to be decoded before it is compared, as
   * that of a number of arbitrary precision.
   */
  public static final double PACKED_VALUE = 60;

  /** Cost of testing a row of a columnar scan for the keys of a join's build side. */
  public static final double RUNTIME_FILTER = 2;

  /** Fraction of rows from which a runtime filter stops, because it accepts too many. */
  public static final double RUNTIME_FILTER_MAX = 0.8;

  /** Cost of opening a cursor in the row store and finding its first key. */
  public static final double SEEK = 7_000;

  /** Cost of the step to the next row or index entry of a range of a key. */
  public static final double CURSOR_STEP = 25;

  /** Cost of the lookup of one row by its key, alone or in the order of an index. */
  public static final double RANDOM_LOOKUP = 7_000;

  /** Cost of the lookup of one row by its key among a batch of sorted keys. */
  public static final double BATCHED_LOOKUP = 4_500;

  /** Cost of adding a row to a hash table. */
  public static final double HASH_BUILD_ROW = 80;

  /** Cost of looking a row up in a hash table. */
  public static final double HASH_PROBE_ROW = 12;

  /** Cost of a row of an input of a merge join. */
  public static final double MERGE_ROW = 22;

  /** Cost of adding a row to a group of an aggregation. */
  public static final double GROUP_ROW = 6;

  /** Cost of one comparison of rows that are sorted. */
  public static final double SORT_COMPARISON = 3;

  /** Cost of a pair of rows of a nested loop, its conditions included. */
  public static final double NESTED_LOOP_PAIR = 10;

  /** Cost of a row that an operator returns. */
  public static final double OUTPUT_ROW = 6;

  /** Cost of one predicate or expression for one row. */
  public static final double EXPRESSION = 3;

  /** Fixed cost of starting a subplan again, for each row of a dependent join. */
  public static final double RESTART = 2_000;

  private CostModel() {}

  /** Returns a cost in the unit of {@code PlanEstimate}. */
  public static double units(double nanos) {
    return nanos / NANOS_PER_UNIT;
  }

  /**
   * Returns the cost of a columnar scan.
   *
   * @param rows rows that are tested
   * @param predicates number of predicates that test each of them
   * @param selectedRows rows that satisfy the predicates, whose columns are read
   * @param columns number of these columns
   */
  public static double columnarScan(double rows, int predicates, double selectedRows, int columns) {
    return SCAN_START
        + rows * (COLUMNAR_ROW + predicates * SCAN_PREDICATE)
        + columnarValues(selectedRows, columns);
  }

  /** Returns the cost of the values of some columns in rows of a columnar scan. */
  public static double columnarValues(double rows, int columns) {
    return rows * columns * COLUMNAR_VALUE;
  }

  /** Returns the cost of a hash join, without those of its inputs. */
  public static double hashJoin(double probeRows, double buildRows, double rows) {
    return buildRows * HASH_BUILD_ROW + probeRows * HASH_PROBE_ROW + rows * OUTPUT_ROW;
  }

  /**
   * Returns the cost of a hash join whose build side filters the scan of its probe side, without
   * those of its inputs; that of the probe side has the columns of all its rows.
   *
   * @param matchedFraction fraction of the rows of the probe side that have a match
   * @param filterable part of the cost of the probe side that is saved for rows which the filter
   *     rejects
   */
  public static double filteredHashJoin(
      double probeRows, double buildRows, double rows, double matchedFraction, double filterable) {
    return hashJoin(probeRows * matchedFraction, buildRows, rows)
        + probeRows * RUNTIME_FILTER
        - (1 - matchedFraction) * filterable;
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
    return rows * 2 * SORT_COMPARISON + sort(size);
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
