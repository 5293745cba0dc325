package dev.colonnade.sql.plan.scan;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexNode;

/**
 * Implication test of conditions: some conditions imply another if all its conjuncts are among
 * them.
 */
final class ImpliedConditions {
  private ImpliedConditions() {}

  static boolean implies(List<RexNode> conditions, RexNode other) {
    Set<String> known = new HashSet<>();
    for (RexNode condition : conditions) {
      RelOptUtil.conjunctions(condition).forEach(part -> known.add(part.toString()));
    }
    return RelOptUtil.conjunctions(other).stream()
        .allMatch(part -> known.contains(part.toString()));
  }
}
