package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rewriter of plans that finds the cheapest order of their joins.
 *
 * <p>A predicate is evaluated at the lowest join that has its variables. One whose evaluation may
 * fail is evaluated where it was, or later; one that is volatile, or contains a subquery, stays.
 * The rewritten plan may retain columns in joins that it drops at the end.
 */
public final class JoinOrderer {
  private final PlanningContext context;
  private final CardinalityEstimator estimator;

  private JoinOrderer(PlanningContext context) {
    this.context = requireNonNull(context, "context is null");
    this.estimator = new CardinalityEstimator(context);
  }

  /** Returns a plan with the same columns and rows whose joins are in the cheapest order found. */
  public static LogicalPlan order(LogicalPlan plan, PlanningContext context) {
    requireNonNull(plan, "plan is null");
    return new JoinOrderer(context).ordered(plan);
  }

  private LogicalPlan ordered(LogicalPlan plan) {
    if (plan instanceof LogicalOperator.Filter filter) {
      LogicalPlan divided = divided(filter);
      if (divided != plan) {
        return divided;
      }
    }
    if (JoinTree.isDivisible(plan)) {
      LogicalPlan reordered = reordered(plan);
      if (reordered != null) {
        return reordered;
      }
    }
    return withOrderedInputs(plan);
  }

  /** Returns a filter divided into the predicates that may move and a filter of the others. */
  private LogicalPlan divided(LogicalOperator.Filter filter) {
    if (!JoinTree.isDivisible(filter.input())) {
      return filter;
    }
    List<Expression> movable = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (Expression predicate : filter.predicates()) {
      (JoinTree.isMovable(predicate) ? movable : others).add(predicate);
    }
    if (others.isEmpty()) {
      return filter;
    }
    LogicalPlan input =
        movable.isEmpty() ? filter.input() : new LogicalOperator.Filter(filter.input(), movable);
    List<Expression> rewritten = LogicalExpressions.rewriteAll(others, this::orderedSubquery);
    return new LogicalOperator.Filter(ordered(input), rewritten);
  }

  private LogicalPlan withOrderedInputs(LogicalPlan plan) {
    LogicalPlan changed;
    if (plan instanceof LogicalSet.With with) {
      List<LogicalPlan> inputs = new ArrayList<>();
      for (LogicalSet.CommonTable table : with.tables()) {
        LogicalPlan ordered = ordered(table.plan());
        estimator.define(table.id(), ordered);
        inputs.add(ordered);
      }
      inputs.add(ordered(with.body()));
      changed = with.withInputs(inputs);
    } else if (plan instanceof LogicalSet.Recursion recursion) {
      LogicalPlan seed = ordered(recursion.seed());
      estimator.define(recursion.id(), seed);
      changed = recursion.withInputs(List.of(seed, ordered(recursion.step())));
    } else {
      changed = LogicalExpressions.rewriteInputs(plan, this::ordered);
    }
    List<Expression> expressions = changed.expressions();
    List<Expression> others = LogicalExpressions.rewriteAll(expressions, this::orderedSubquery);
    return others == expressions ? changed : changed.withExpressions(others);
  }

  private @Nullable Expression orderedSubquery(Expression expression) {
    return expression instanceof LogicalSubquery subquery
        ? subquery.withPlan(ordered(subquery.plan()))
        : null;
  }

  /** Returns the plan with the relations of its joins in another order; null if none was found. */
  private @Nullable LogicalPlan reordered(LogicalPlan plan) {
    JoinTree tree = JoinTree.of(plan);
    if (tree.relations().size() < 2) {
      return null;
    }
    List<LogicalPlan> relations = tree.relations().stream().map(this::ordered).toList();
    JoinGraph graph =
        new JoinGraphBuilder(relations).build(tree.root(), new GraphStatistics(estimator));
    JoinCombiner combiner = new JoinCombiner(graph, estimator);
    JoinPlan order = new JoinEnumerator(combiner, context.cancellation()).find();
    if (order == null) {
      return null;
    }
    LogicalPlan joined = new JoinAssembler(graph).assemble(order);
    if (joined.columns().equals(plan.columns())) {
      return joined;
    }
    List<Assignment> columns = new ArrayList<>();
    for (Variable variable : plan.columns()) {
      columns.add(new Assignment(variable, tree.original(variable)));
    }
    return new LogicalOperator.Project(joined, columns);
  }
}
