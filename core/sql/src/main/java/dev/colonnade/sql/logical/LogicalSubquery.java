package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Subquery in an expression. Its plan reads variables of enclosing plans if it is correlated. The
 * optimizer makes joins of subqueries; the physical planner turns those that are left into
 * expressions that execute a plan.
 */
public sealed interface LogicalSubquery extends Expression {
  /** Returns the plan of the subquery. */
  LogicalPlan plan();

  /** Returns the same expression over another plan with the same columns. */
  LogicalSubquery withPlan(LogicalPlan other);

  @Override
  default Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    throw new IllegalStateException("logical subquery without a physical plan");
  }

  /** A subquery is never moved to a place where it is evaluated more or less often. */
  @Override
  default boolean isImmutable() {
    return false;
  }

  @Override
  default List<Expression> operands() {
    return List.of();
  }

  @Override
  default Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  default String sql(List<String> columns) {
    return "(subquery)";
  }

  /** Value of the only column of the only row; NULL without a row. */
  record Scalar(LogicalPlan plan) implements LogicalSubquery {
    public Scalar {
      requireNonNull(plan, "plan is null");
    }

    @Override
    public VectorType type() {
      return plan.columns().getFirst().type();
    }

    @Override
    public LogicalSubquery withPlan(LogicalPlan other) {
      return new Scalar(other);
    }
  }

  /** EXISTS. */
  record Exists(LogicalPlan plan) implements LogicalSubquery {
    public Exists {
      requireNonNull(plan, "plan is null");
    }

    @Override
    public VectorType type() {
      return VectorType.of(TypeKind.BOOLEAN);
    }

    @Override
    public LogicalSubquery withPlan(LogicalPlan other) {
      return new Exists(other);
    }
  }

  /** ARRAY(query): the values of the only column in the order of the rows. */
  record ArrayOf(LogicalPlan plan) implements LogicalSubquery {
    public ArrayOf {
      requireNonNull(plan, "plan is null");
    }

    @Override
    public VectorType type() {
      return VectorType.of(TypeKind.ARRAY);
    }

    @Override
    public LogicalSubquery withPlan(LogicalPlan other) {
      return new ArrayOf(other);
    }
  }

  /**
   * Comparison of a row with ANY or ALL rows of a query; IN is {@code = ANY}.
   *
   * @param left values, each comparable to the column of the plan at its position
   */
  record Quantified(
      ComparisonOperator operator, boolean isAll, List<Expression> left, LogicalPlan plan)
      implements LogicalSubquery {
    public Quantified {
      requireNonNull(operator, "operator is null");
      left = List.copyOf(left);
      requireNonNull(plan, "plan is null");
    }

    @Override
    public VectorType type() {
      return VectorType.of(TypeKind.BOOLEAN);
    }

    @Override
    public List<Expression> operands() {
      return left;
    }

    @Override
    public Expression withOperands(List<Expression> others) {
      return new Quantified(operator, isAll, others, plan);
    }

    @Override
    public LogicalSubquery withPlan(LogicalPlan other) {
      return new Quantified(operator, isAll, left, other);
    }
  }
}
