package dev.colonnade.catalog.constraint;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * CHECK constraint: a predicate that must not be false for any row.
 *
 * @param expression SQL text of the predicate
 * @param columnIds ids of the columns that it references
 * @param isNoInherit whether it is declared NO INHERIT, which has no effect
 * @param isValidated whether all rows satisfy it; false for a constraint that is NOT VALID, which
 *     rows from before it may violate
 */
public record CheckConstraint(
    String name,
    String expression,
    List<Integer> columnIds,
    boolean isNoInherit,
    boolean isValidated) {
  public CheckConstraint {
    requireNonNull(name, "name is null");
    requireNonNull(expression, "expression is null");
    columnIds = List.copyOf(columnIds);
  }

  /** Returns the constraint with another name. */
  public CheckConstraint withName(String other) {
    return new CheckConstraint(other, expression, columnIds, isNoInherit, isValidated);
  }

  /** Returns the constraint with another text of its predicate. */
  public CheckConstraint withExpression(String text) {
    return new CheckConstraint(name, text, columnIds, isNoInherit, isValidated);
  }

  /** Returns the constraint with other columns in its predicate. */
  public CheckConstraint withColumns(List<Integer> others) {
    return new CheckConstraint(name, expression, others, isNoInherit, isValidated);
  }

  /** Returns the constraint as one that all rows satisfy. */
  public CheckConstraint validated() {
    return new CheckConstraint(name, expression, columnIds, isNoInherit, true);
  }
}
