package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Planner of joins that fail if a left row has two matches: rewrites them into joins without that
 * condition. One thread.
 */
final class SingleJoinPlanner {
  private final Translation translation;

  SingleJoinPlanner(Translation translation) {
    this.translation = translation;
  }

  PlannedRows plan(LogicalJoin join, Goal goal) {
    if (!join.isDependent()) {
      JoinConditions conditions =
          JoinConditions.of(join.conditions(), join.left().columns(), join.right().columns());
      Set<Expression> keys = new HashSet<>();
      conditions.keys().forEach(key -> keys.add(key.right()));
      if (UniqueRows.areUnique(join.right(), keys)) {
        return translation
            .inputs()
            .plan(
                LogicalJoin.of(LogicalJoin.Kind.LEFT, join.left(), join.right(), join.conditions()),
                goal);
      }
      if (conditions.others().isEmpty() && !conditions.keys().isEmpty()) {
        return grouped(join, conditions, goal);
      }
    }
    return onlyRow(join, goal);
  }

  /** Returns an inner join with the only row of the matches, whose columns are NULL without one. */
  private PlannedRows onlyRow(LogicalJoin join, Goal goal) {
    LogicalPlan matches =
        join.conditions().isEmpty()
            ? join.right()
            : new LogicalOperator.Filter(join.right(), join.conditions());
    Variables variables = translation.context().variables();
    List<AggregateFunction> functions = new ArrayList<>();
    List<Assignment> outputs = new ArrayList<>();
    for (Variable column : join.right().columns()) {
      if (goal.needs(column) || functions.isEmpty()) {
        Variable only = variables.copyOf(column);
        functions.add(function(only, "single_value", List.of(column)));
        outputs.add(new Assignment(column, only));
      }
    }
    if (functions.isEmpty()) {
      functions.add(function(count(), "count", List.of()));
    }
    LogicalPlan single = LogicalOperator.Aggregate.of(matches, List.of(), functions);
    boolean isDependent = join.isDependent() || !join.conditions().isEmpty();
    LogicalPlan joined =
        new LogicalJoin(LogicalJoin.Kind.INNER, join.left(), single, List.of(), isDependent);
    return translation.inputs().plan(restored(join, joined, outputs), goal);
  }

  /** Returns a join with groups of the right rows by their keys, whose size is checked above. */
  private PlannedRows grouped(LogicalJoin join, JoinConditions conditions, Goal goal) {
    Variables variables = translation.context().variables();
    List<Assignment> below = new ArrayList<>();
    List<Variable> keys = new ArrayList<>();
    List<Expression> equalities = new ArrayList<>();
    for (JoinConditions.Equality equality : conditions.keys()) {
      Variable key = variables.create(equality.right().type(), "join key");
      below.add(new Assignment(key, equality.right()));
      keys.add(key);
      List<Expression> sides = List.of(equality.left(), key);
      boolean isFirst = equality.condition().operands().getFirst().equals(equality.left());
      equalities.add(equality.condition().withOperands(isFirst ? sides : sides.reversed()));
    }
    Variable count = count();
    List<AggregateFunction> functions = new ArrayList<>();
    functions.add(function(count, "count", List.of()));
    List<Assignment> outputs = new ArrayList<>();
    for (Variable column : join.right().columns()) {
      if (goal.needs(column)) {
        Variable first = variables.copyOf(column);
        below.add(Assignment.of(column));
        functions.add(function(first, AggregateRegistry.FIRST_ROW, List.of(column)));
        outputs.add(new Assignment(column, new SingleRowCheck(first, count)));
      }
    }
    if (outputs.isEmpty() && !join.right().columns().isEmpty()) {
      Variable column = join.right().columns().getFirst();
      outputs.add(new Assignment(column, new SingleRowCheck(count, count)));
    }
    LogicalPlan groups =
        LogicalOperator.Aggregate.of(
            new LogicalOperator.Project(join.right(), below), keys, functions);
    LogicalPlan joined = LogicalJoin.of(LogicalJoin.Kind.LEFT, join.left(), groups, equalities);
    Goal all = goal.reading(outputs.stream().map(Assignment::variable).toList());
    return translation.inputs().plan(restored(join, joined, outputs), all);
  }

  private Variable count() {
    return translation.context().variables().create(VectorType.of(TypeKind.BIGINT), "count");
  }

  private static AggregateFunction function(
      Variable output, String name, List<Expression> arguments) {
    return new AggregateFunction(output, name, arguments, false, null, List.of());
  }

  /** Returns a projection with the columns of the left input and those of the right one. */
  private static LogicalPlan restored(
      LogicalJoin join, LogicalPlan joined, List<Assignment> outputs) {
    List<Assignment> all = new ArrayList<>();
    join.left().columns().forEach(column -> all.add(Assignment.of(column)));
    all.addAll(outputs);
    return new LogicalOperator.Project(joined, all);
  }
}
