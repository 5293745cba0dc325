package dev.colonnade.sql.plan.join;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.rules.MultiJoin;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Joins what Calcite has collected as one join of many inputs, in the cheapest order. Outer joins
 * among them, very many inputs and inputs that nothing joins are left to Calcite's heuristic.
 */
public final class JoinOrders extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  public JoinOrders(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    RelNode ordered = visited instanceof MultiJoin join && isPlain(join) ? ordered(join) : null;
    return ordered == null ? visited : ordered;
  }

  private static boolean isPlain(MultiJoin join) {
    return join.getInputs().size() <= JoinOrder.INPUTS_MAX
        && !join.isFullOuterJoin()
        && join.getPostJoinFilter() == null
        && join.getJoinTypes().stream().allMatch(type -> type == JoinRelType.INNER)
        && join.getOuterJoinConditions().stream()
            .allMatch(condition -> condition == null || condition.isAlwaysTrue())
        && RexUtil.isDeterministic(join.getJoinFilter());
  }

  private @Nullable RelNode ordered(MultiJoin join) {
    JoinGraph graph = new JoinGraph(join, join.getCluster().getMetadataQuery());
    JoinOrder.Tree tree = new JoinOrder(graph, new JoinCosts(graph)).find();
    if (tree == null) {
      return null;
    }
    List<Integer> columns = new ArrayList<>();
    RelNode joined = joined(graph, tree, columns);
    List<RexNode> shown = new ArrayList<>();
    for (RelDataTypeField field : join.getRowType().getFieldList()) {
      int at = columns.indexOf(field.getIndex());
      // Not by the builder, which makes a VARCHAR of a name.
      shown.add(reference(at, joined.getRowType().getFieldList()));
    }
    RelNode all =
        LogicalProject.create(
            joined, List.of(), shown, join.getRowType().getFieldNames(), Set.of());
    return graph.rest().isEmpty() ? all : LogicalFilter.create(all, conjunction(graph.rest()));
  }

  /**
   * The joins of a tree.
   *
   * @param columns takes the columns, as they are counted over all inputs, in their order
   */
  private RelNode joined(JoinGraph graph, JoinOrder.Tree tree, List<Integer> columns) {
    if (tree.left() == null) {
      int input = Integer.numberOfTrailingZeros(tree.set());
      for (int i = graph.firstColumn(input); i < graph.firstColumn(input + 1); i++) {
        columns.add(i);
      }
      return graph.input(input);
    }
    JoinOrder.Tree right = requireNonNull(tree.right(), "a join has two sides");
    RelNode ofLeft = joined(graph, tree.left(), columns);
    List<Integer> rightColumns = new ArrayList<>();
    RelNode ofRight = joined(graph, right, rightColumns);
    columns.addAll(rightColumns);
    List<RelDataTypeField> fields = new ArrayList<>(ofLeft.getRowType().getFieldList());
    fields.addAll(ofRight.getRowType().getFieldList());
    List<RexNode> conditions = new ArrayList<>();
    for (int[] pair : graph.equalities(tree.left().set(), right.set())) {
      conditions.add(
          builder.makeCall(
              SqlStdOperatorTable.EQUALS,
              reference(columns.indexOf(pair[0]), fields),
              reference(columns.indexOf(pair[1]), fields)));
    }
    for (RexNode condition : graph.conditions(tree.left().set(), right.set())) {
      conditions.add(condition.accept(placed(columns)));
    }
    return LogicalJoin.create(
        ofLeft, ofRight, List.of(), conjunction(conditions), Set.of(), JoinRelType.INNER);
  }

  /** All of some conditions, without an AND in an AND or an OR in an OR. */
  private RexNode conjunction(List<RexNode> conditions) {
    return RexUtil.flatten(builder, RexUtil.composeConjunction(builder, conditions));
  }

  private static RexNode reference(int index, List<RelDataTypeField> fields) {
    return new RexInputRef(index, fields.get(index).getType());
  }

  private static RexShuttle placed(List<Integer> columns) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(columns.indexOf(ref.getIndex()), ref.getType());
      }
    };
  }
}
