package dev.colonnade.sql.plan.logical;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Makes joins of EXISTS and NOT EXISTS whose conditions name the outer query, where one of them is
 * an equality: rows of the outer query stay if they meet some row, or none. What stays behind is
 * left to Calcite, which joins with all different values of the outer query first.
 */
final class ExistsJoins extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  ExistsJoins(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof Filter filter ? joined(filter) : visited;
  }

  private RelNode joined(Filter filter) {
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    List<Existence> existences = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
      Existence existence = existenceOf(condition, filter);
      if (existence != null) {
        existences.add(existence);
      } else if (RexUtil.SubQueryFinder.find(condition) == null) {
        below.add(condition);
      } else {
        above.add(condition);
      }
    }
    if (existences.isEmpty()) {
      return filter;
    }
    RelNode joined =
        below.isEmpty()
            ? filter.getInput()
            : LogicalFilter.create(filter.getInput(), RexUtil.composeConjunction(builder, below));
    for (Existence existence : existences) {
      joined =
          LogicalJoin.create(
              joined,
              existence.rows(),
              List.of(),
              existence.condition(),
              Set.of(),
              existence.isWanted() ? JoinRelType.SEMI : JoinRelType.ANTI);
    }
    return above.isEmpty()
        ? joined
        : filter.copy(filter.getTraitSet(), joined, RexUtil.composeConjunction(builder, above));
  }

  /**
   * An EXISTS as a join.
   *
   * @param rows without what names the outer query
   * @param condition over the columns of the outer query and of the rows
   * @param isWanted whether there has to be such a row, or must not be one
   */
  private record Existence(RelNode rows, RexNode condition, boolean isWanted) {}

  private @Nullable Existence existenceOf(RexNode condition, Filter filter) {
    boolean isNegated = condition.getKind() == SqlKind.NOT;
    RexNode inner = isNegated ? ((RexCall) condition).operands.getFirst() : condition;
    if (!(inner instanceof RexSubQuery query)
        || query.getKind() != SqlKind.EXISTS
        || filter.getVariablesSet().size() != 1) {
      return null;
    }
    RelNode below = query.rel.stripped();
    while (below instanceof Project project) {
      below = project.getInput().stripped();
    }
    CorrelationId variable = filter.getVariablesSet().iterator().next();
    if (!(below instanceof Filter inside)
        || RexUtil.SubQueryFinder.find(inside.getCondition()) != null
        || !RelOptUtil.getVariablesUsed(inside.getInput()).isEmpty()) {
      return null;
    }
    int width = filter.getInput().getRowType().getFieldCount();
    Outward outward = new Outward(variable, width);
    RexNode joining = inside.getCondition().accept(outward);
    return outward.isForeign || !hasEquality(filter.getInput(), inside.getInput(), joining)
        ? null
        : new Existence(inside.getInput(), joining, !isNegated);
  }

  private static boolean hasEquality(RelNode left, RelNode right, RexNode condition) {
    Join join = LogicalJoin.create(left, right, List.of(), condition, Set.of(), JoinRelType.SEMI);
    return !join.analyzeCondition().leftKeys.isEmpty();
  }

  /** Columns of the outer query come first, those of the subquery behind them. */
  private final class Outward extends RexShuttle {
    private final CorrelationId variable;
    private final int width;
    private boolean isForeign;

    Outward(CorrelationId variable, int width) {
      this.variable = variable;
      this.width = width;
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return new RexInputRef(ref.getIndex() + width, ref.getType());
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      if (access.getReferenceExpr() instanceof RexCorrelVariable outer
          && outer.id.equals(variable)) {
        return builder.makeInputRef(access.getType(), access.getField().getIndex());
      }
      isForeign = true;
      return access;
    }
  }
}
