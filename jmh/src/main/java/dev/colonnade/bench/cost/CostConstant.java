package dev.colonnade.bench.cost;

import dev.colonnade.sql.optimize.cost.CostModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Constant of the cost model.
 *
 * @param inUse nanoseconds
 * @param measured nanoseconds
 */
record CostConstant(String name, double inUse, double measured) {
  /**
   * Returns the constants.
   *
   * @param nanos times of the queries
   * @param rows of the large table
   */
  static List<CostConstant> of(Map<CostQuery, Double> nanos, int rows) {
    return new Formulas(nanos, rows).constants();
  }

  /** Formulas of the constants: differences of queries, divided by what is counted. */
  private record Formulas(Map<CostQuery, Double> nanos, int rows) {
    private double time(CostQuery query) {
      return nanos.getOrDefault(query, 0.0);
    }

    List<CostConstant> constants() {
      double value = (time(CostQuery.FOUR_COLUMNS) - time(CostQuery.ONE_COLUMN)) / 3 / rows;
      double column = time(CostQuery.ONE_COLUMN);
      double row = column / rows - value;
      double entry = (time(CostQuery.ENTRIES) - time(CostQuery.ENTRY)) / (CostQuery.RANGE_ROWS - 1);
      double lookup = (time(CostQuery.LOOKUPS) - time(CostQuery.ENTRIES)) / CostQuery.RANGE_ROWS;
      double probe = (time(CostQuery.HASH_PROBE) - column) / rows - value;
      double log = Math.log(rows) / Math.log(2);
      double twoColumns = column + value * rows;
      List<CostConstant> all = new ArrayList<>();
      all.add(
          new CostConstant(
              "scan_start",
              CostModel.SCAN_START,
              time(CostQuery.FEW_ROWS) - time(CostQuery.NOTHING)));
      all.add(new CostConstant("columnar_row", CostModel.COLUMNAR_ROW, row));
      all.add(new CostConstant("columnar_value", CostModel.COLUMNAR_VALUE, value));
      all.add(
          new CostConstant(
              "expression",
              CostModel.EXPRESSION,
              (time(CostQuery.FOUR_EXPRESSIONS) - time(CostQuery.FOUR_COLUMNS)) / 4 / rows));
      all.add(
          new CostConstant(
              "scan_predicate", CostModel.SCAN_PREDICATE, time(CostQuery.PREDICATE) / rows - row));
      all.add(
          new CostConstant(
              "runtime_filter",
              CostModel.RUNTIME_FILTER,
              time(CostQuery.HASH_FILTER) / rows - row - value));
      all.add(
          new CostConstant(
              "seek",
              CostModel.SEEK,
              time(CostQuery.LOOKUP_JOIN) / CostQuery.FEW - entry - lookup));
      all.add(new CostConstant("cursor_step", CostModel.CURSOR_STEP, entry));
      all.add(new CostConstant("batched_lookup", CostModel.BATCHED_LOOKUP, lookup));
      all.add(
          new CostConstant(
              "random_lookup",
              CostModel.RANDOM_LOOKUP,
              (time(CostQuery.LOOKUPS_IN_ORDER) - time(CostQuery.NOTHING)) / CostQuery.FEW));
      all.add(
          new CostConstant(
              "hash_probe_row", CostModel.HASH_PROBE_ROW + CostModel.OUTPUT_ROW, probe));
      all.add(
          new CostConstant(
              "hash_build_row",
              CostModel.HASH_BUILD_ROW + CostModel.HASH_PROBE_ROW + CostModel.OUTPUT_ROW,
              (time(CostQuery.HASH_BUILD) - column - twoColumns) / rows));
      all.add(
          new CostConstant(
              "merge_row",
              2 * CostModel.MERGE_ROW + CostModel.OUTPUT_ROW,
              (time(CostQuery.MERGE) - column - twoColumns) / rows));
      all.add(
          new CostConstant(
              "group_row",
              CostModel.GROUP_ROW,
              (time(CostQuery.GROUPS_OF_MANY) - twoColumns) / rows));
      all.add(
          new CostConstant(
              "group",
              CostModel.hashAggregate(1, 1),
              (time(CostQuery.GROUPS_OF_ONE) - twoColumns) / rows));
      all.add(
          new CostConstant(
              "sort_comparison",
              CostModel.SORT_COMPARISON,
              (time(CostQuery.SORT) - twoColumns) / rows / log));
      all.add(
          new CostConstant(
              "nested_loop_pair",
              CostModel.NESTED_LOOP_PAIR,
              (time(CostQuery.PAIRS) - 2 * time(CostQuery.FEW_ROWS))
                  / CostQuery.FEW
                  / CostQuery.FEW));
      return all;
    }
  }
}
