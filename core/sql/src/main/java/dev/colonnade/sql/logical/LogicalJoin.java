package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import java.util.ArrayList;
import java.util.List;

/**
 * Join. RIGHT joins are LEFT joins with exchanged inputs.
 *
 * @param right may read variables of {@code left} if the join is dependent: LATERAL, or a
 *     correlated subquery
 * @param conditions predicates that all hold for a pair of matching rows; empty for a cross join
 */
public record LogicalJoin(
    Kind kind,
    LogicalPlan left,
    LogicalPlan right,
    List<Expression> conditions,
    boolean isDependent)
    implements LogicalPlan {
  public LogicalJoin {
    requireNonNull(kind, "kind is null");
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    conditions = List.copyOf(conditions);
    if (isDependent && kind == Kind.FULL) {
      throw new IllegalArgumentException("dependent FULL JOIN");
    }
  }

  /** Kinds of joins. */
  public enum Kind {
    INNER,
    /** All rows of the left input; NULLs for the right one where there is no match. */
    LEFT,
    FULL,
    /** Rows of the left input that have a match. */
    SEMI,
    /** Rows of the left input that have no match. */
    ANTI,
    /**
     * Rows of the left input for which NOT IN is true: no pair satisfies the conditions, or leaves
     * them unknown.
     */
    NULL_AWARE_ANTI,
    /** LEFT join that fails with CARDINALITY_VIOLATION if a left row has two matches. */
    SINGLE;

    /** Returns whether the rows have the columns of the left input only. */
    public boolean isLeftOnly() {
      return this == SEMI || this == ANTI || this == NULL_AWARE_ANTI;
    }
  }

  /** Returns a join whose right input reads no variables of the left one. */
  public static LogicalJoin of(
      Kind kind, LogicalPlan left, LogicalPlan right, List<Expression> conditions) {
    return new LogicalJoin(kind, left, right, conditions, false);
  }

  @Override
  public List<Variable> columns() {
    if (kind.isLeftOnly()) {
      return left.columns();
    }
    List<Variable> ofLeft = left.columns();
    List<Variable> ofRight = right.columns();
    List<Variable> all = new ArrayList<>(ofLeft.size() + ofRight.size());
    all.addAll(ofLeft);
    all.addAll(ofRight);
    return all;
  }

  @Override
  public List<LogicalPlan> inputs() {
    return List.of(left, right);
  }

  @Override
  public LogicalPlan withInputs(List<LogicalPlan> others) {
    return new LogicalJoin(kind, others.getFirst(), others.getLast(), conditions, isDependent);
  }

  @Override
  public List<Expression> expressions() {
    return conditions;
  }

  @Override
  public LogicalPlan withExpressions(List<Expression> others) {
    return new LogicalJoin(kind, left, right, others, isDependent);
  }
}
