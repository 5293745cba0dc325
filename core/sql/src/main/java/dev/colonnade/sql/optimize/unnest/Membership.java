package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.LogicalSubquery.Exists;
import dev.colonnade.sql.logical.LogicalSubquery.Quantified;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.NotNullColumns;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * IN as tests of existence, which become joins: TRUE if the subquery has an equal row; else NULL if
 * the value is NULL and the subquery has a row, or if it has a row with NULL; else FALSE.
 *
 * @param in comparison by equality with ANY
 */
record Membership(Quantified in, Variables variables) {
  private static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  Membership {
    requireNonNull(in, "in is null");
    requireNonNull(variables, "variables is null");
  }

  /** Returns whether a quantified comparison is IN over values that can be evaluated again. */
  static boolean isIn(Quantified some) {
    return some.operator() == ComparisonOperator.EQUAL
        && !some.isAll()
        && some.left().stream().noneMatch(ExpressionProperties::hasSubquery)
        && some.left().stream().noneMatch(ExpressionProperties::isVolatile)
        && !ExpressionProperties.isVolatile(some.plan());
  }

  /** Returns ANY of which the negation is ALL. */
  static Quantified negated(Quantified all) {
    return new Quantified(all.operator().negated(), false, all.left(), all.plan());
  }

  /** Returns the test of whether the subquery has an equal row. */
  Exists match() {
    List<Expression> equalities = new ArrayList<>();
    for (int i = 0; i < in.left().size(); i++) {
      equalities.add(
          new ExpressionBuilder()
              .compare(in.operator(), in.left().get(i), in.plan().columns().get(i)));
    }
    return new Exists(new Filter(in.plan(), equalities));
  }

  /**
   * Returns the value of IN; null if it cannot be expressed by tests of existence.
   *
   * @param outer plan of the rows for which IN is evaluated
   * @param match value of {@link #match}
   * @param joined returns the value of a further test of existence; null if it is not possible
   */
  @Nullable Expression value(
      LogicalPlan outer, Expression match, Function<Exists, @Nullable Expression> joined) {
    boolean hasNullValue = false;
    boolean hasNullRow = false;
    for (int i = 0; i < in.left().size(); i++) {
      hasNullValue |= !NotNullColumns.isNotNull(outer, in.left().get(i));
      hasNullRow |= !NotNullColumns.isNotNull(in.plan(), in.plan().columns().get(i));
    }
    if (!hasNullValue && !hasNullRow) {
      return match;
    }
    if (in.left().size() > 1 || !isRepeatable(in.plan())) {
      return null;
    }
    List<Expression> conditions = new ArrayList<>(List.of(match));
    List<Expression> results = new ArrayList<>(List.of(literal(true)));
    if (hasNullValue) {
      Expression some = joined.apply(new Exists(copy()));
      if (some == null) {
        return null;
      }
      conditions.add(new NullTest(false, in.left().getFirst()));
      results.add(unknownIf(some));
    }
    if (hasNullRow) {
      LogicalPlan copy = copy();
      Variable column = copy.columns().getFirst();
      Expression some =
          joined.apply(new Exists(new Filter(copy, List.of(new NullTest(false, column)))));
      if (some == null) {
        return null;
      }
      results.add(unknownIf(some));
    } else {
      results.add(literal(false));
    }
    return new CaseExpression(BOOLEAN, conditions, results);
  }

  private LogicalPlan copy() {
    return PlanCopier.copy(in.plan(), variables).plan();
  }

  private static Expression unknownIf(Expression condition) {
    return new CaseExpression(BOOLEAN, List.of(condition), List.of(literal(null), literal(false)));
  }

  private static Literal literal(@Nullable Boolean value) {
    return new Literal(BOOLEAN, value);
  }

  /** Returns whether all executions of a plan certainly return the same rows. */
  private static boolean isRepeatable(LogicalPlan plan) {
    return switch (plan) {
      case TableScan _, Rows _ -> true;
      case Filter _, Project _, Sort _ -> plan.inputs().stream().allMatch(Membership::isRepeatable);
      case LogicalJoin join -> join.inputs().stream().allMatch(Membership::isRepeatable);
      case Aggregate aggregate ->
          aggregate.functions().isEmpty() && isRepeatable(aggregate.input());
      default -> false;
    };
  }
}
