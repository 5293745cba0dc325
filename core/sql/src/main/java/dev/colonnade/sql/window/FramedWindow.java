package dev.colonnade.sql.window;

import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.tools.RelBuilder;

/** Window operator of this project. Constants of its calls are columns of its input. */
public class FramedWindow extends SingleRel {
  private final WindowPlan plan;

  protected FramedWindow(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      RelDataType rowType,
      WindowPlan plan) {
    super(cluster, traits, input);
    this.rowType = rowType;
    this.plan = plan;
  }

  public WindowPlan plan() {
    return plan;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new FramedWindow(getCluster(), traits, inputs.getFirst(), getRowType(), plan);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("windows", plan.groups().size());
  }

  /** Returns whether a window needs this operator because Calcite's does not support it. */
  public static boolean isNeeded(LogicalWindow window) {
    int width = window.getInput().getRowType().getFieldCount();
    List<RelDataTypeField> fields = window.getInput().getRowType().getFieldList();
    for (Window.Group group : window.groups) {
      boolean isSpecial =
          group.exclude != RexWindowExclusion.EXCLUDE_NO_OTHER
              || isComputed(group.lowerBound, width)
              || isComputed(group.upperBound, width)
              || group.aggCalls.stream().anyMatch(call -> isUnknown(call, width));
      for (RelFieldCollation key : group.orderKeys.getFieldCollations()) {
        isSpecial |=
            WindowRowComparator.needsPostgresOrder(fields.get(key.getFieldIndex()).getType());
      }
      if (isSpecial) {
        return true;
      }
    }
    return false;
  }

  private static boolean isComputed(RexWindowBound bound, int width) {
    return bound.getOffset() instanceof RexInputRef offset && offset.getIndex() < width;
  }

  private static boolean isUnknown(Window.RexWinAggCall call, int width) {
    boolean isOfTimes =
        call.getOperands().stream()
            .anyMatch(operand -> TypeKind.of(operand.getType()) == TypeKind.TIME);
    return switch (call.getOperator().getKind()) {
      // Calcite's code does not compile for the extreme of a constant.
      case MIN, MAX ->
          isOfTimes
              || WindowRowComparator.needsPostgresOrder(call.getType())
              || !isColumn(call.getOperands(), width);
      case NTILE -> true; // Calcite's accepts any number of buckets
      default -> isOfTimes && call.getOperator() instanceof PostgresAggregate;
    };
  }

  private static boolean isColumn(List<RexNode> operands, int width) {
    return operands.getFirst() instanceof RexInputRef column && column.getIndex() < width;
  }

  /**
   * Returns the operator that replaces Calcite's. A projection below adds the constants, a
   * projection above removes them.
   *
   * @param lowering lowers a constant to expressions that code generation supports
   */
  public static RelNode of(
      LogicalWindow window, RelBuilder builder, UnaryOperator<RexNode> lowering) {
    builder.push(window.getInput());
    int width = window.getInput().getRowType().getFieldCount();
    List<RexNode> columns = new ArrayList<>(builder.fields());
    window.constants.forEach(constant -> columns.add(lowering.apply(constant)));
    RelNode input = builder.project(columns, List.of(), true).build();
    RelDataTypeFactory.Builder type = window.getCluster().getTypeFactory().builder();
    type.addAll(input.getRowType().getFieldList());
    List<RelDataTypeField> all = window.getRowType().getFieldList();
    type.addAll(all.subList(width, all.size()));
    RelNode framed =
        new FramedWindow(
            window.getCluster(),
            window.getTraitSet(),
            input,
            type.uniquify().build(),
            new WindowPlan(columns.size(), groups(window, input)));
    builder.push(framed);
    List<RexNode> shown = new ArrayList<>(builder.fields().subList(0, width));
    shown.addAll(builder.fields().subList(columns.size(), builder.fields().size()));
    return builder.project(shown, window.getRowType().getFieldNames(), true).build();
  }

  private static List<WindowPlan.Group> groups(LogicalWindow window, RelNode input) {
    List<WindowPlan.Group> groups = new ArrayList<>();
    for (Window.Group group : window.groups) {
      WindowRowComparator order = WindowRowComparator.of(group.orderKeys, input.getRowType());
      WindowPlan.Frame frame =
          new WindowPlan.Frame(
              group.isRows,
              bound(group.lowerBound),
              bound(group.upperBound),
              exclusion(group.exclude));
      groups.add(
          new WindowPlan.Group(
              group.keys.asList(),
              order.order(),
              frame,
              group.aggCalls.stream().map(FramedWindow::call).toList()));
    }
    return groups;
  }

  private static WindowPlan.Bound bound(RexWindowBound bound) {
    if (bound.isCurrentRow()) {
      return new WindowPlan.Bound(-1, 0);
    }
    int column = bound.getOffset() instanceof RexInputRef offset ? offset.getIndex() : -1;
    return new WindowPlan.Bound(column, bound.isPreceding() ? -1 : 1);
  }

  private static WindowPlan.Exclusion exclusion(RexWindowExclusion exclusion) {
    return switch (exclusion) {
      case EXCLUDE_NO_OTHER -> WindowPlan.Exclusion.NOTHING;
      case EXCLUDE_CURRENT_ROW -> WindowPlan.Exclusion.CURRENT_ROW;
      case EXCLUDE_GROUP -> WindowPlan.Exclusion.GROUP;
      case EXCLUDE_TIES -> WindowPlan.Exclusion.TIES;
    };
  }

  private static WindowPlan.Call call(Window.RexWinAggCall call) {
    List<Integer> arguments =
        call.getOperands().stream().map(operand -> ((RexInputRef) operand).getIndex()).toList();
    boolean isOwn = call.getOperator() instanceof PostgresAggregate;
    String name = isOwn ? call.getOperator().getName() : call.getOperator().getKind().name();
    return new WindowPlan.Call(name, isOwn, arguments, TypeKind.of(call.getType()));
  }
}
