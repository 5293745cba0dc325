package dev.colonnade.sql.optimize.join;

import org.jspecify.annotations.Nullable;

/**
 * Way to join a set of relations.
 *
 * @param relations as bits
 * @param left null if there is one relation
 * @param right null if there is one relation
 * @param operator number of the join's operator in its graph; -1 for an inner join
 * @param cost of the join and of its inputs
 * @param driver relation whose rows are read one after the other, and tested by runtime filters; -1
 *     if there is none
 * @param filterable part of the cost that is saved for rows of the driver which a filter rejects
 */
record JoinPlan(
    long relations,
    @Nullable JoinPlan left,
    @Nullable JoinPlan right,
    int operator,
    double rows,
    double cost,
    int driver,
    double filterable) {
  JoinPlan(
      long relations,
      @Nullable JoinPlan left,
      @Nullable JoinPlan right,
      int operator,
      double rows,
      double cost,
      int driver,
      double filterable) {
    this.relations = relations;
    this.left = left;
    this.right = right;
    this.operator = operator;
    this.rows = rows;
    this.cost = cost;
    this.driver = driver;
    this.filterable = filterable;
  }

  /** Returns the only relation; -1 if there are more. */
  int relation() {
    return left == null ? Long.numberOfTrailingZeros(relations) : -1;
  }
}
