package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;

/** Variable that a node defines as the value of an expression. */
public record Assignment(Variable variable, Expression expression) {
  public Assignment {
    requireNonNull(variable, "variable is null");
    requireNonNull(expression, "expression is null");
  }

  /** Returns the assignment that passes a variable of the input on under its own identity. */
  public static Assignment of(Variable variable) {
    return new Assignment(variable, variable);
  }
}
