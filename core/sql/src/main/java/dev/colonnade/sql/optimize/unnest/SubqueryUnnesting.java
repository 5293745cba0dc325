package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.SubqueryCopies;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.KeyRanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule that makes joins of subqueries in filters, projections and conditions of inner joins, and
 * independent joins of dependent ones. Subqueries that remain are executed when their expression is
 * evaluated.
 */
public final class SubqueryUnnesting {
  private final Variables variables;
  private final SubqueryPredicates predicates;
  private final LateralJoins laterals;

  private final KeyRanges ranges;
  private final CardinalityEstimator estimator;

  private SubqueryUnnesting(PlanningContext context) {
    variables = context.variables();
    ranges = new KeyRanges(context.statistics());
    estimator = new CardinalityEstimator(context);
    predicates = new SubqueryPredicates(variables, this::unnest);
    laterals = new LateralJoins(variables);
  }

  /** Returns the plan with joins in the place of subqueries and dependent joins. */
  public static LogicalPlan apply(LogicalPlan plan, PlanningContext context) {
    requireNonNull(context, "context is null");
    return new SubqueryUnnesting(context).unnest(plan);
  }

  private LogicalPlan unnest(LogicalPlan plan) {
    LogicalPlan over =
        SubqueryCopies.distinct(LogicalExpressions.rewriteInputs(plan, this::unnest), variables);
    return switch (over) {
      case Filter filter when hasSubquery(filter) -> filter(filter);
      case Project project when hasSubquery(project) -> project(project);
      case LogicalJoin join -> join(join);
      default -> over;
    };
  }

  private static boolean hasSubquery(LogicalPlan plan) {
    for (Expression expression : plan.expressions()) {
      if (ExpressionProperties.hasSubquery(expression)) {
        return true;
      }
    }
    return false;
  }

  private LogicalPlan filter(Filter filter) {
    List<Expression> plain = new ArrayList<>();
    List<Expression> nested = new ArrayList<>();
    for (Expression predicate : ExpressionProperties.conjuncts(filter.predicates())) {
      (ExpressionProperties.hasSubquery(predicate) ? nested : plain).add(predicate);
    }
    LogicalPlan current = Correlation.filtered(filter.input(), plain);
    List<Expression> rest = new ArrayList<>();
    for (Expression predicate : nested) {
      LogicalPlan joined = predicates.filter(current, predicate);
      if (joined == null) {
        SubqueryValues values = values(current);
        rest.add(values.replacePredicate(predicate));
        current = values.plan();
      } else {
        current = joined;
      }
    }
    return restored(Correlation.filtered(current, rest), filter);
  }

  private SubqueryValues values(LogicalPlan input) {
    return new SubqueryValues(variables, ranges, estimator, this::unnest, input);
  }

  private static LogicalPlan restored(LogicalPlan plan, LogicalPlan original) {
    if (plan.columns().equals(original.columns())) {
      return plan;
    }
    return new Project(plan, original.columns().stream().map(Assignment::of).toList());
  }

  private LogicalPlan project(Project project) {
    SubqueryValues values = values(project.input());
    List<Assignment> assignments = new ArrayList<>();
    for (Assignment assignment : project.assignments()) {
      assignments.add(
          new Assignment(assignment.variable(), values.replace(assignment.expression())));
    }
    return values.plan() == project.input() && assignments.equals(project.assignments())
        ? project
        : new Project(values.plan(), assignments);
  }

  private LogicalPlan join(LogicalJoin join) {
    if (join.kind() != Kind.INNER || !hasSubquery(join)) {
      return join.isDependent() ? laterals.unnest(join) : join;
    }
    List<Expression> plain = new ArrayList<>();
    List<Expression> nested = new ArrayList<>();
    for (Expression condition : ExpressionProperties.conjuncts(join.conditions())) {
      (ExpressionProperties.hasSubquery(condition) ? nested : plain).add(condition);
    }
    LogicalJoin bare =
        new LogicalJoin(Kind.INNER, join.left(), join.right(), plain, join.isDependent());
    LogicalPlan below = join.isDependent() ? laterals.unnest(bare) : bare;
    return filter(new Filter(below, nested));
  }
}
