package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rule that makes the right input of a dependent join, as of LATERAL, independent of the left. */
final class LateralJoins {
  private final Variables variables;

  LateralJoins(Variables variables) {
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Returns a join of independent inputs with the same columns; the join itself if impossible. */
  LogicalPlan unnest(LogicalJoin join) {
    Set<Variable> correlation = Correlation.of(join.left(), join.right());
    if (correlation.isEmpty()) {
      return LogicalJoin.of(join.kind(), join.left(), join.right(), join.conditions());
    }
    if (join.kind() == Kind.INNER) {
      LogicalPlan applied = applied(join.left(), join.right());
      if (applied != null) {
        return restored(Correlation.filtered(applied, join.conditions()), join, Map.of());
      }
    }
    boolean isPossible = join.kind() == Kind.INNER || join.kind() == Kind.LEFT;
    if (!isPossible
        || ExpressionProperties.isVolatile(join.right())
        || join.conditions().stream().anyMatch(ExpressionProperties::isVolatile)) {
      return join;
    }
    Pulled pulled = new CorrelationPullUp(correlation, variables).pull(join.right());
    LogicalPlan joined = null;
    if (pulled != null) {
      joined = join.kind() == Kind.INNER ? inner(join, pulled) : left(join, pulled);
    }
    if (joined == null) {
      joined = domain(join, correlation);
    }
    return joined == null ? join : joined;
  }

  /**
   * Returns expressions over one row as expressions over the outer rows; null if the plan is
   * anything but projections, filters and set-returning functions over one row.
   */
  private static @Nullable LogicalPlan applied(LogicalPlan outer, LogicalPlan plan) {
    if (plan.equals(Rows.one())) {
      return outer;
    }
    if (!(plan instanceof Project || plan instanceof Filter || plan instanceof Unnest)) {
      return null;
    }
    LogicalPlan input = applied(outer, plan.inputs().getFirst());
    if (input == null) {
      return null;
    }
    if (plan instanceof Project project) {
      List<Assignment> assignments = new ArrayList<>();
      outer.columns().forEach(column -> assignments.add(Assignment.of(column)));
      assignments.addAll(project.assignments());
      return new Project(input, assignments);
    }
    return plan.withInputs(List.of(input));
  }

  private static LogicalPlan inner(LogicalJoin join, Pulled pulled) {
    List<Expression> conditions = pulled.above(join.conditions());
    if (!pulled.isPadded()) {
      List<Expression> all = new ArrayList<>(pulled.conditions());
      all.addAll(conditions);
      LogicalPlan joined = LogicalJoin.of(Kind.INNER, join.left(), pulled.plan(), all);
      return restored(joined, join, pulled.outputs());
    }
    LogicalPlan joined = LogicalJoin.of(Kind.LEFT, join.left(), pulled.plan(), pulled.conditions());
    LogicalPlan filtered =
        Correlation.filtered(Correlation.filtered(joined, pulled.filters()), conditions);
    return restored(filtered, join, pulled.outputs());
  }

  private @Nullable LogicalPlan left(LogicalJoin join, Pulled pulled) {
    if (pulled.isPadded()) {
      if (!pulled.filters().isEmpty() || !join.conditions().isEmpty()) {
        return null;
      }
      LogicalPlan joined =
          LogicalJoin.of(Kind.LEFT, join.left(), pulled.plan(), pulled.conditions());
      return restored(joined, join, pulled.outputs());
    }
    List<Expression> all = new ArrayList<>(pulled.conditions());
    all.addAll(pulled.above(join.conditions()));
    if (pulled.outputs().isEmpty()) {
      LogicalPlan joined = LogicalJoin.of(Kind.LEFT, join.left(), pulled.plan(), all);
      return restored(joined, join, Map.of());
    }
    Marked marked = Marked.of(pulled.plan(), variables);
    LogicalPlan joined = LogicalJoin.of(Kind.LEFT, join.left(), marked.plan(), all);
    List<Assignment> assignments = new ArrayList<>();
    for (Variable column : join.columns()) {
      Expression output = pulled.outputs().get(column);
      assignments.add(
          output == null
              ? Assignment.of(column)
              : new Assignment(column, guarded(marked.isMatch(), output)));
    }
    return new Project(joined, assignments);
  }

  private static Expression guarded(Expression condition, Expression value) {
    return new CaseExpression(
        value.type(), List.of(condition), List.of(value, new Literal(value.type(), null)));
  }

  private @Nullable LogicalPlan domain(LogicalJoin join, Set<Variable> correlation) {
    Domain domain = Domain.of(join.left(), correlation, variables);
    DomainPushDown.Pushed pushed =
        domain == null ? null : new DomainPushDown(domain, variables).push(join.right());
    if (domain == null || pushed == null) {
      return null;
    }
    List<Expression> conditions = new ArrayList<>(domain.equalities(Map.of(), pushed.local()));
    conditions.addAll(join.conditions());
    LogicalPlan joined = LogicalJoin.of(join.kind(), domain.outer(), pushed.plan(), conditions);
    return restored(domain.around(joined), join, Map.of());
  }

  private static LogicalPlan restored(
      LogicalPlan plan, LogicalJoin join, Map<Variable, Expression> outputs) {
    List<Assignment> assignments = new ArrayList<>();
    for (Variable column : join.columns()) {
      assignments.add(new Assignment(column, outputs.getOrDefault(column, column)));
    }
    return new Project(plan, assignments);
  }
}
