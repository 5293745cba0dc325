package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.physical.WindowPlan.Bound;
import dev.colonnade.sql.physical.WindowPlan.Call;
import dev.colonnade.sql.physical.WindowPlan.Exclusion;
import dev.colonnade.sql.physical.WindowPlan.Frame;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;

/**
 * Translator of windows: a plan for each window, one above the other. Constants of the calls become
 * columns below them, and are removed above.
 */
final class WindowTranslator {
  private static final double ROW_COST = 0.01;
  private static final double COMPARISON_COST = 0.005;

  private final LogicalWindow window;
  private final List<RexNode> constants = new ArrayList<>();
  private final int width;

  private WindowTranslator(LogicalWindow window) {
    this.window = window;
    this.width = window.getInput().getRowType().getFieldCount();
    this.constants.addAll(window.constants);
  }

  /**
   * Returns the physical plan of a window over a physical input.
   *
   * @param expressions translates a constant, over no columns
   */
  static PhysicalPlan of(
      LogicalWindow window,
      PhysicalPlan input,
      BiFunction<RexNode, List<PlanColumn>, Expression> expressions) {
    return new WindowTranslator(window).translated(input, expressions);
  }

  private PhysicalPlan translated(
      PhysicalPlan input, BiFunction<RexNode, List<PlanColumn>, Expression> expressions) {
    List<List<Call>> calls = new ArrayList<>();
    List<Frame> frames = new ArrayList<>();
    // The bounds may add constants, so that they come before the projection.
    window.groups.forEach(group -> frames.add(frame(group)));
    PhysicalPlan plan = constants.isEmpty() ? input : withConstants(input, expressions);
    for (int i = 0; i < window.groups.size(); i++) {
      Window.Group group = window.groups.get(i);
      List<SortKey> order =
          group.orderKeys.getFieldCollations().stream().map(AggregateTranslator::sortKey).toList();
      calls.add(new ArrayList<>());
      for (Window.RexWinAggCall call : group.aggCalls) {
        calls.getLast().add(call(call, plan));
      }
      plan = window(plan, group.keys.asList(), order, frames.get(i), calls.getLast());
    }
    return constants.isEmpty() ? plan : withoutConstants(plan);
  }

  private PhysicalPlan withConstants(
      PhysicalPlan input, BiFunction<RexNode, List<PlanColumn>, Expression> expressions) {
    List<Expression> all = references(input, 0, width);
    List<PlanColumn> columns = new ArrayList<>(input.columns());
    for (RexNode constant : constants) {
      Expression expression = expressions.apply(constant, List.of());
      all.add(expression);
      columns.add(new PlanColumn(expression.sql(List.of()), expression.type()));
    }
    return new RowPlan.Project(input, all, columns, input.estimate());
  }

  private PhysicalPlan withoutConstants(PhysicalPlan plan) {
    List<Expression> all = references(plan, 0, width);
    all.addAll(references(plan, width + constants.size(), plan.columns().size()));
    List<PlanColumn> columns = new ArrayList<>(plan.columns().subList(0, width));
    columns.addAll(plan.columns().subList(width + constants.size(), plan.columns().size()));
    return new RowPlan.Project(plan, all, columns, plan.estimate());
  }

  private static List<Expression> references(PhysicalPlan plan, int from, int to) {
    List<Expression> references = new ArrayList<>();
    for (int column = from; column < to; column++) {
      references.add(new ColumnReference(plan.columns().get(column).type(), column));
    }
    return references;
  }

  private Frame frame(Window.Group group) {
    return new Frame(
        group.isRows, bound(group.lowerBound), bound(group.upperBound), exclusion(group.exclude));
  }

  private Bound bound(RexWindowBound bound) {
    if (bound.isCurrentRow()) {
      return new Bound(-1, 0);
    }
    RexNode offset = bound.getOffset();
    int column = -1;
    if (offset instanceof RexInputRef ref) {
      column = ref.getIndex();
    } else if (offset != null) {
      column = column(offset);
    }
    return new Bound(column, bound.isPreceding() ? -1 : 1);
  }

  /** Returns the column of a constant. */
  private int column(RexNode constant) {
    if (!(constant instanceof RexLiteral)) {
      throw new IllegalStateException("not a constant: " + constant);
    }
    if (!constants.contains(constant)) {
      constants.add(constant);
    }
    return width + constants.indexOf(constant);
  }

  private static Exclusion exclusion(RexWindowExclusion exclusion) {
    return switch (exclusion) {
      case EXCLUDE_NO_OTHER -> Exclusion.NOTHING;
      case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
      case EXCLUDE_GROUP -> Exclusion.GROUP;
      case EXCLUDE_TIES -> Exclusion.TIES;
    };
  }

  private static Call call(Window.RexWinAggCall call, PhysicalPlan input) {
    if (call.distinct) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "DISTINCT is not implemented for window functions");
    }
    String name =
        call.getOperator() instanceof PostgresAggregate own
            ? own.getName()
            : AggregateTranslator.name(call.getOperator().getKind(), call.getOperator().getName());
    List<Integer> arguments =
        call.getOperands().stream().map(operand -> ((RexInputRef) operand).getIndex()).toList();
    return call(name, arguments, CalciteTypes.kindOf(call.getType()), input);
  }

  private static Call call(
      String name, List<Integer> arguments, TypeKind kind, PhysicalPlan input) {
    List<VectorType> types =
        arguments.stream().map(column -> input.columns().get(column).type()).toList();
    VectorType result =
        switch (name) {
          case "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile" ->
              VectorType.of(kind);
          case "lag", "lead", "first_value", "last_value", "nth_value" -> argument(types, kind);
          default -> AggregateTranslator.result(name, types, kind);
        };
    return new Call(name, arguments, result);
  }

  /** Returns the representation of the first argument, if a default of LAG or LEAD has it too. */
  private static VectorType argument(List<VectorType> types, TypeKind kind) {
    VectorType first = types.getFirst();
    boolean isKind = first.kind() == kind || (first.kind().isText() && kind.isText());
    boolean isSame = types.size() < 3 || types.getLast().equals(first);
    return isKind && isSame ? first : VectorType.of(kind);
  }

  private static PhysicalPlan window(
      PhysicalPlan input, List<Integer> keys, List<SortKey> order, Frame frame, List<Call> calls) {
    List<PlanColumn> columns = new ArrayList<>(input.columns());
    List<String> names = input.names();
    for (Call call : calls) {
      String arguments = String.join(", ", call.arguments().stream().map(names::get).toList());
      boolean isStar = call.arguments().isEmpty() && call.function().equals("count");
      columns.add(
          new PlanColumn(
              call.function() + "(" + (isStar ? "*" : arguments) + ") OVER (?)", call.result()));
    }
    PlanEstimate below = input.estimate();
    double comparisons = below.rows() * Math.log(below.rows() + 1) / Math.log(2);
    double startup =
        keys.isEmpty() && order.isEmpty()
            ? below.startupCost()
            : below.totalCost() + comparisons * COMPARISON_COST;
    double total =
        Math.max(startup, below.totalCost()) + below.rows() * ROW_COST * (calls.size() + 1);
    return new WindowPlan(
        input, keys, order, frame, calls, columns, new PlanEstimate(below.rows(), startup, total));
  }
}
