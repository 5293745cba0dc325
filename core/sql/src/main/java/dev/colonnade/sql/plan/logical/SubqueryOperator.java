package dev.colonnade.sql.plan.logical;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Operator of a subquery that stays in its expression. Its operands are the values that the
 * subquery is compared with, and then the columns of enclosing rows that it reads: inside the plan
 * they are parameters, numbered from {@link #firstParameter}.
 */
public final class SubqueryOperator extends SqlFunction {
  /** Number of the first parameter of the first subquery; above those of statements. */
  public static final int PARAMETERS_FROM = 2_000_000;

  /** Number of parameters of one subquery. */
  public static final int PARAMETERS_MAX = 10_000;

  private final int number;
  private final SqlKind subqueryKind;
  private final SqlKind comparison;
  private final int comparedCount;
  private final RelNode plan;

  /**
   * Creates the operator.
   *
   * @param number of the subquery in its statement, from 1
   * @param kind SCALAR_QUERY, EXISTS, IN, SOME or ARRAY_QUERY_CONSTRUCTOR
   * @param comparison of the values with those of the subquery, for IN and SOME
   * @param comparedCount number of values that are compared
   */
  SubqueryOperator(int number, SqlKind kind, SqlKind comparison, int comparedCount, RelNode plan) {
    super(
        "subquery " + number,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NULLABLE,
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.number = number;
    this.subqueryKind = requireNonNull(kind, "kind is null");
    this.comparison = requireNonNull(comparison, "comparison is null");
    this.comparedCount = comparedCount;
    this.plan = requireNonNull(plan, "plan is null");
  }

  @Override
  public boolean isDeterministic() {
    return StableRules.isStable(plan);
  }

  /** Returns the number of the subquery in its statement, from 1. */
  public int number() {
    return number;
  }

  /** Returns SCALAR_QUERY, EXISTS, IN, SOME or ARRAY_QUERY_CONSTRUCTOR. */
  public SqlKind kind() {
    return subqueryKind;
  }

  /** Returns the comparison of IN and SOME. */
  public SqlKind comparison() {
    return comparison;
  }

  /** Returns the number of operands that are compared; the rest are columns of enclosing rows. */
  public int comparedCount() {
    return comparedCount;
  }

  /** Returns the plan, as it was converted. */
  public RelNode plan() {
    return plan;
  }

  /** Returns the number of the parameter that stands for the first column of an enclosing row. */
  static int firstParameter(int number) {
    return PARAMETERS_FROM + number * PARAMETERS_MAX;
  }

  /** Returns the number of the subquery that a parameter belongs to; 0 if it belongs to none. */
  public static int subqueryOf(int parameter) {
    return parameter < PARAMETERS_FROM ? 0 : (parameter - PARAMETERS_FROM) / PARAMETERS_MAX;
  }

  /** Returns the position of a parameter among those of its subquery. */
  public static int positionOf(int parameter) {
    return (parameter - PARAMETERS_FROM) % PARAMETERS_MAX;
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return List.of("subquery", number).hashCode();
  }
}
