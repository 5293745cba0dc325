package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

/** Arithmetic operator. */
public enum ArithmeticOperator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  MODULO("%");

  private final String symbol;

  ArithmeticOperator(String symbol) {
    this.symbol = requireNonNull(symbol, "symbol is null");
  }

  /** Returns the operator in SQL. */
  public String symbol() {
    return symbol;
  }
}
