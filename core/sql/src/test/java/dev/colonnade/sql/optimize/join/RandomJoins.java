package dev.colonnade.sql.optimize.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generator of plans of joins of all kinds over a few rows each. */
final class RandomJoins {
  private static final VectorType TYPE = VectorType.of(TypeKind.BIGINT);
  private static final int VALUES = 4;
  private static final int ROWS_MAX = 5;

  private final Random random;
  private final Variables variables;
  private final List<LogicalJoin.Kind> kinds;
  private final boolean hasErrors;

  RandomJoins(Random random, Variables variables, List<LogicalJoin.Kind> kinds, boolean hasErrors) {
    this.random = random;
    this.variables = variables;
    this.kinds = List.copyOf(kinds);
    this.hasErrors = hasErrors;
  }

  /** Returns a plan over some relations. */
  LogicalPlan plan(int relations) {
    if (relations == 1) {
      return relation();
    }
    int ofLeft = 1 + random.nextInt(relations - 1);
    LogicalPlan left = plan(ofLeft);
    LogicalPlan right = plan(relations - ofLeft);
    LogicalJoin.Kind kind = kinds.get(random.nextInt(kinds.size()));
    LogicalPlan plan = LogicalJoin.of(kind, left, right, conditions(left, right));
    if (random.nextInt(5) == 0) {
      List<Expression> predicates = new ArrayList<>();
      predicates.add(predicate(plan.columns(), plan.columns()));
      plan = new LogicalOperator.Filter(plan, predicates);
    }
    if (random.nextInt(6) == 0) {
      plan = renamed(plan);
    }
    return plan;
  }

  private LogicalPlan relation() {
    List<Variable> columns = new ArrayList<>();
    int width = 1 + random.nextInt(3);
    for (int i = 0; i < width; i++) {
      columns.add(variables.create(TYPE, "c" + i));
    }
    List<List<Expression>> rows = new ArrayList<>();
    int count = random.nextInt(ROWS_MAX);
    for (int i = 0; i < count; i++) {
      List<Expression> row = new ArrayList<>();
      for (int k = 0; k < width; k++) {
        boolean isNull = random.nextInt(6) == 0;
        row.add(new Literal(TYPE, isNull ? null : (Object) (long) random.nextInt(VALUES)));
      }
      rows.add(row);
    }
    return new LogicalSource.Rows(rows, columns);
  }

  private LogicalPlan renamed(LogicalPlan plan) {
    List<Assignment> assignments = new ArrayList<>();
    for (Variable variable : plan.columns()) {
      if (random.nextInt(4) > 0 || assignments.isEmpty()) {
        boolean isSame = random.nextBoolean();
        assignments.add(
            isSame
                ? Assignment.of(variable)
                : new Assignment(variables.copyOf(variable), variable));
      }
    }
    return new LogicalOperator.Project(plan, assignments);
  }

  private List<Expression> conditions(LogicalPlan left, LogicalPlan right) {
    List<Expression> conditions = new ArrayList<>();
    int count = random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      conditions.add(
          random.nextInt(3) > 0
              ? new Comparison(ComparisonOperator.EQUAL, any(left.columns()), any(right.columns()))
              : predicate(left.columns(), right.columns()));
    }
    if (hasErrors && random.nextInt(3) == 0) {
      List<Variable> all = new ArrayList<>(left.columns());
      all.addAll(right.columns());
      conditions.add(new JoinInterpreter.Fallible(any(all), random.nextInt(VALUES)));
    }
    return conditions;
  }

  private Expression predicate(List<Variable> some, List<Variable> others) {
    return switch (random.nextInt(7)) {
      case 0 -> new NullTest(random.nextBoolean(), any(some));
      case 1 -> new Comparison(ComparisonOperator.LESS, any(some), any(others));
      case 2 -> new LogicExpression(false, List.of(test(some), test(others), test(others)));
      case 3 ->
          new LogicExpression(
              false, List.of(new NullTest(false, any(others)), test(some), test(others)));
      case 4 ->
          new LogicExpression(
              false,
              List.of(
                  new Comparison(ComparisonOperator.LESS, any(some), any(others)),
                  new Comparison(ComparisonOperator.EQUAL, any(some), any(some))));
      default -> new Comparison(ComparisonOperator.EQUAL, any(some), any(others));
    };
  }

  private Expression test(List<Variable> columns) {
    return new Comparison(
        ComparisonOperator.EQUAL, any(columns), new Literal(TYPE, (long) random.nextInt(VALUES)));
  }

  private Variable any(List<Variable> columns) {
    return columns.get(random.nextInt(columns.size()));
  }
}
