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
    Formulas formulas = new Formulas(nanos, rows);
    List<CostConstant> all = new ArrayList<>();
    all.addAll(formulas.ofScans());
    all.addAll(formulas.ofLookups());
    all.addAll(formulas.ofJoins());
    all.addAll(formulas.ofGroups());
    return all;
  }

  /** Formulas of the constants: differences of queries, divided by what is counted. */
  private record Formulas(Map<CostQuery, Double> nanos, int rows) {
    private double time(CostQuery query) {
      return nanos.getOrDefault(query, 0.0);
    }

    /** Returns the time of a query for each row of the large table. */
    private double each(CostQuery query) {
      return time(query) / rows;
    }

    private double value() {
      return (each(CostQuery.FOUR_COLUMNS) - each(CostQuery.ONE_COLUMN)) / 3;
    }

    private double row() {
      return each(CostQuery.ONE_COLUMN) - value();
    }

    private double twoColumns() {
      return each(CostQuery.ONE_COLUMN) + value();
    }

    List<CostConstant> ofScans() {
      double start = time(CostQuery.FEW_ROWS) - time(CostQuery.NOTHING);
      double four = each(CostQuery.FOUR_COLUMNS);
      return List.of(
          new CostConstant("scan_start", CostModel.SCAN_START, start),
          new CostConstant("columnar_row", CostModel.COLUMNAR_ROW, row()),
          new CostConstant("columnar_value", CostModel.COLUMNAR_VALUE, value()),
          new CostConstant(
              "scan_predicate", CostModel.SCAN_PREDICATE, each(CostQuery.PREDICATE) - row()),
          new CostConstant(
              "packed_value",
              CostModel.PACKED_VALUE,
              each(CostQuery.PACKED_PREDICATE) - row() - value()),
          new CostConstant(
              "runtime_filter",
              CostModel.RUNTIME_FILTER,
              each(CostQuery.HASH_FILTER) - row() - value()),
          new CostConstant(
              "expression", CostModel.EXPRESSION, (each(CostQuery.FOUR_EXPRESSIONS) - four) / 4));
    }

    List<CostConstant> ofLookups() {
      double entries = time(CostQuery.ENTRIES);
      double entry = (entries - time(CostQuery.ENTRY)) / (CostQuery.RANGE_ROWS - 1);
      double lookup = (time(CostQuery.LOOKUPS) - entries) / CostQuery.RANGE_ROWS;
      double ordered = time(CostQuery.LOOKUPS_IN_ORDER) - time(CostQuery.NOTHING);
      double joined = time(CostQuery.LOOKUP_JOIN) / CostQuery.FEW;
      return List.of(
          new CostConstant("seek", CostModel.SEEK, joined - entry - lookup),
          new CostConstant("cursor_step", CostModel.CURSOR_STEP, entry),
          new CostConstant("batched_lookup", CostModel.BATCHED_LOOKUP, lookup),
          new CostConstant("random_lookup", CostModel.RANDOM_LOOKUP, ordered / CostQuery.FEW));
    }

    /** Returns sums of constants that rows of a join cost together. */
    List<CostConstant> ofJoins() {
      double inputs = each(CostQuery.ONE_COLUMN) + twoColumns();
      double pairs = time(CostQuery.PAIRS) - 2 * time(CostQuery.FEW_ROWS);
      return List.of(
          new CostConstant(
              "probe_and_output",
              CostModel.hashJoin(1, 0, 1),
              each(CostQuery.HASH_PROBE) - twoColumns()),
          new CostConstant(
              "build_probe_and_output",
              CostModel.hashJoin(1, 1, 1),
              each(CostQuery.HASH_BUILD) - inputs),
          new CostConstant(
              "merge_and_output", CostModel.mergeJoin(1, 1, 1), each(CostQuery.MERGE) - inputs),
          new CostConstant(
              "nested_loop_pair",
              CostModel.NESTED_LOOP_PAIR,
              pairs / CostQuery.FEW / CostQuery.FEW));
    }

    List<CostConstant> ofGroups() {
      double log = Math.log(rows) / Math.log(2);
      return List.of(
          new CostConstant(
              "group_row", CostModel.GROUP_ROW, each(CostQuery.GROUPS_OF_MANY) - twoColumns()),
          new CostConstant(
              "row_and_group",
              CostModel.hashAggregate(1, 1),
              each(CostQuery.GROUPS_OF_ONE) - twoColumns()),
          new CostConstant(
              "sort_comparison",
              CostModel.SORT_COMPARISON,
              (each(CostQuery.SORT) - twoColumns()) / log));
    }
  }
}
