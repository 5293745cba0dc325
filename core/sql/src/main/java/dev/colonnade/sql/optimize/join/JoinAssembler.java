package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Assembler of the logical plan of an order of joins: places each predicate at its lowest join. One
 * whose evaluation may fail is evaluated in a filter above the join, because operators may evaluate
 * all conditions of a join; but a join that has no other key uses it as its key.
 */
final class JoinAssembler {
  private final JoinGraph graph;

  JoinAssembler(JoinGraph graph) {
    this.graph = requireNonNull(graph, "graph is null");
  }

  /** Returns the logical plan of an order. */
  LogicalPlan assemble(JoinPlan plan) {
    JoinPlan left = plan.left();
    JoinPlan right = plan.right();
    if (left == null || right == null) {
      return graph.relations().get(plan.relation());
    }
    LogicalPlan first = assemble(left);
    LogicalPlan second = assemble(right);
    List<Expression> safe = equalities(left.relations(), right.relations());
    boolean hasKey = !safe.isEmpty();
    List<Expression> unsafeKeys = new ArrayList<>();
    List<Expression> above = new ArrayList<>();
    for (JoinGraph.Condition condition : graph.conditions()) {
      if (condition.isNew(left.relations(), right.relations())) {
        boolean isKey = condition.isKey(left.relations(), right.relations());
        boolean isSafe = condition.expression().isSafe();
        hasKey |= isSafe && isKey;
        (isSafe ? safe : isKey ? unsafeKeys : above).add(condition.expression());
      }
    }
    if (plan.operator() >= 0) {
      JoinNode.Outer node = graph.operators().get(plan.operator()).node();
      safe.addAll(unsafeKeys);
      safe.addAll(above);
      return filtered(LogicalJoin.of(node.kind(), first, second, node.conditions()), safe);
    }
    (hasKey ? above : safe).addAll(unsafeKeys);
    if (!hasKey && unsafeKeys.isEmpty()) {
      // Without a key, conditions are evaluated in order, as those of a filter are.
      safe.addAll(above);
      above.clear();
    }
    return filtered(LogicalJoin.of(LogicalJoin.Kind.INNER, first, second, safe), above);
  }

  private static LogicalPlan filtered(LogicalPlan plan, List<Expression> predicates) {
    return predicates.isEmpty() ? plan : new LogicalOperator.Filter(plan, predicates);
  }

  /**
   * Returns the equalities of variables of two sets: one for each class, of the relations that are
   * compared most, because several of their columns may be a key.
   */
  private List<Expression> equalities(long left, long right) {
    int[] counts = new int[graph.relations().size()];
    for (JoinGraph.EqualityClass equality : graph.classes()) {
      if (equality.connects(left, right)) {
        equality.members().forEach(member -> counts[member.relation()]++);
      }
    }
    List<Expression> found = new ArrayList<>();
    for (JoinGraph.EqualityClass equality : graph.classes()) {
      if (equality.connects(left, right)) {
        found.add(
            new Comparison(
                ComparisonOperator.EQUAL,
                equality.member(left, counts).variable(),
                equality.member(right, counts).variable()));
      }
    }
    return found;
  }
}
