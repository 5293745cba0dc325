package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

/** Comparison operator. */
public enum ComparisonOperator {
  EQUAL("="),
  NOT_EQUAL("<>"),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">=");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = requireNonNull(symbol, "symbol is null");
  }

  /** Returns the operator in SQL. */
  public String symbol() {
    return symbol;
  }

  /** Returns whether the operator is true for an order as of {@link java.util.Comparator}. */
  public boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  /** Returns the operator that is true where this one is false. */
  public ComparisonOperator negated() {
    return switch (this) {
      case EQUAL -> NOT_EQUAL;
      case NOT_EQUAL -> EQUAL;
      case LESS -> GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> GREATER;
      case GREATER -> LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> LESS;
    };
  }

  /** Returns the operator that compares the same two values in the other order. */
  public ComparisonOperator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
    };
  }

  /** Returns the operator without equality: of rows, all columns but the last are compared so. */
  public ComparisonOperator strict() {
    return switch (this) {
      case LESS_OR_EQUAL -> LESS;
      case GREATER_OR_EQUAL -> GREATER;
      case EQUAL, NOT_EQUAL, LESS, GREATER -> this;
    };
  }
}
