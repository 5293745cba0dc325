package dev.colonnade.sql.optimize.physical.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalOperator.FrameBound;
import dev.colonnade.sql.logical.LogicalOperator.FrameUnit;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Planner of windows. Constants of the calls and computed arguments are columns below the window.
 * One thread.
 */
public final class WindowPlanner {
  private final Translation translation;
  private final ExpressionBuilder builder = new ExpressionBuilder();

  public WindowPlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
  }

  /** Returns the physical plan of a window. */
  public PlannedRows plan(LogicalOperator.Window window, Goal goal) {
    PlannedRows input =
        translation.inputs().plan(window.input(), goal.columnsOnly().reading(window.expressions()));
    ComputedColumns columns = new ComputedColumns(translation, input);
    List<Integer> partition = new ArrayList<>();
    for (Expression key : window.partition()) {
      partition.add(columns.of(key));
    }
    List<SortKey> order = new ArrayList<>();
    for (SortItem item : window.order()) {
      order.add(new SortKey(columns.of(item.expression()), item.descending(), item.nullsFirst()));
    }
    List<WindowPlan.Call> calls = new ArrayList<>();
    List<Variable> outputs = new ArrayList<>();
    for (WindowFunction function : window.functions()) {
      calls.add(call(function, columns));
      outputs.add(function.output());
    }
    int plainWidth = columns.width();
    WindowPlan.Frame frame = frame(window, columns);
    PlannedRows rows = columns.rows();
    PhysicalPlan plan = window(rows, partition, order, frame, calls);
    PlannedRows planned = rows.joined(plan, PlannedRows.of(plan, outputs), rows.columns().size());
    return rows.columns().size() == plainWidth ? planned : without(planned, plainWidth, rows);
  }

  private WindowPlan.Call call(WindowFunction function, ComputedColumns columns) {
    List<Integer> arguments = new ArrayList<>();
    for (Expression argument : function.arguments()) {
      boolean isFirst = arguments.isEmpty();
      Expression translated = columns.translated(argument);
      arguments.add(
          columns.ofTranslated(isFirst ? filtered(translated, function, columns) : translated));
    }
    if (arguments.isEmpty() && function.filter() != null) {
      Expression one = new Literal(VectorType.of(TypeKind.BOOLEAN), true);
      arguments.add(columns.ofTranslated(filtered(one, function, columns)));
    }
    TypeKind kind = function.output().type().kind();
    List<VectorType> types = AggregateCalls.types(arguments, columns);
    VectorType result =
        switch (function.function()) {
          case "row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "ntile" ->
              VectorType.of(kind);
          case "lag", "lead", "first_value", "last_value", "nth_value" -> argument(types, kind);
          default -> AggregateCalls.result(function.function(), types, kind);
        };
    Expression condition = function.filter();
    int filter =
        condition != null && AggregateRegistry.addsNulls(function.function())
            ? columns.of(condition)
            : WindowPlan.Call.NO_FILTER;
    return new WindowPlan.Call(function.function(), arguments, filter, result);
  }

  /** Returns an argument that is NULL in rows that a filter excludes. */
  private Expression filtered(
      Expression argument, WindowFunction function, ComputedColumns columns) {
    if (function.filter() == null) {
      return argument;
    }
    Expression filter = columns.translated(function.filter());
    List<Supplier<Expression>> operands =
        List.of(() -> filter, () -> argument, () -> new Literal(argument.type(), null));
    return builder.caseOf(argument.type().kind(), operands);
  }

  /** Returns the representation of the first argument, if a default of LAG or LEAD has it too. */
  private static VectorType argument(List<VectorType> types, TypeKind kind) {
    VectorType first = types.getFirst();
    boolean isKind = first.kind() == kind || (first.kind().isText() && kind.isText());
    boolean isSame = types.size() < 3 || types.getLast().equals(first);
    return isKind && isSame ? first : VectorType.of(kind);
  }

  private WindowPlan.Frame frame(LogicalOperator.Window window, ComputedColumns columns) {
    LogicalOperator.Frame frame = window.frame();
    boolean hasOffsets = frame.start().offset() != null || frame.end().offset() != null;
    WindowPlan.Exclusion exclusion =
        switch (frame.exclusion()) {
          case NOTHING -> WindowPlan.Exclusion.NOTHING;
          case CURRENT_ROW -> WindowPlan.Exclusion.CURRENT_ROW;
          case GROUP -> WindowPlan.Exclusion.GROUP;
          case TIES -> WindowPlan.Exclusion.TIES;
        };
    return new WindowPlan.Frame(
        hasOffsets || frame.unit() == FrameUnit.ROWS,
        bound(frame.start(), window, columns),
        bound(frame.end(), window, columns),
        exclusion);
  }

  private WindowPlan.Bound bound(
      FrameBound bound, LogicalOperator.Window window, ComputedColumns columns) {
    if (bound.offset() == null) {
      return new WindowPlan.Bound(-1, bound.direction());
    }
    Expression offset = columns.translated(bound.offset());
    FrameOffset.Mode mode =
        switch (window.frame().unit()) {
          case ROWS -> FrameOffset.Mode.ROWS;
          case GROUPS -> FrameOffset.Mode.GROUPS;
          case RANGE -> FrameOffset.Mode.RANGE;
        };
    Expression value =
        mode == FrameOffset.Mode.RANGE
            ? distance(offset, window.order().getFirst().expression().type().kind())
            : builder.cast(offset, TypeKind.BIGINT);
    int column = columns.ofTranslated(new FrameOffsetExpression(mode, value));
    return new WindowPlan.Bound(column, bound.direction());
  }

  /** Returns a distance between sort keys of a type. */
  private Expression distance(Expression offset, TypeKind key) {
    @Nullable TypeKind kind =
        key.isInteger()
            ? TypeKind.BIGINT
            : key.isFloating()
                ? TypeKind.DOUBLE
                : switch (key) {
                  case NUMERIC -> TypeKind.NUMERIC;
                  case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> TypeKind.INTERVAL;
                  default -> null;
                };
    if (kind == null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "RANGE with offset PRECEDING/FOLLOWING is not supported for column type "
              + key.sqlName());
    }
    return builder.cast(offset, kind);
  }

  private PhysicalPlan window(
      PlannedRows rows,
      List<Integer> partition,
      List<SortKey> order,
      WindowPlan.Frame frame,
      List<WindowPlan.Call> calls) {
    List<String> names = Projections.namesOf(rows.columns());
    List<PlanColumn> columns = new ArrayList<>(rows.columns());
    for (WindowPlan.Call call : calls) {
      String arguments = String.join(", ", call.arguments().stream().map(names::get).toList());
      boolean isStar = call.arguments().isEmpty() && call.function().equals("count");
      columns.add(
          new PlanColumn(
              call.function() + "(" + (isStar ? "*" : arguments) + ") OVER (?)", call.result()));
    }
    PlanEstimate below = rows.estimate();
    double sorting = partition.isEmpty() && order.isEmpty() ? 0 : CostModel.sort(below.rows());
    double nanos = sorting + below.rows() * CostModel.GROUP_ROW * calls.size();
    PlanEstimate estimate =
        sorting == 0
            ? Estimates.streaming(below, below.rows(), nanos)
            : Estimates.blocking(below, below.rows(), nanos);
    return new WindowPlan(rows.plan(), partition, order, frame, calls, columns, estimate);
  }

  /**
   * Returns rows without the offsets of the frame, which no operator can buffer.
   *
   * @param width number of columns in front of them
   * @param input of the window
   */
  private static PlannedRows without(PlannedRows planned, int width, PlannedRows input) {
    List<Expression> references = new ArrayList<>();
    List<Variable> variables = new ArrayList<>();
    planned
        .positions()
        .forEach(
            (variable, index) -> {
              if (index < width || index >= input.columns().size()) {
                references.add(new ColumnReference(planned.columns().get(index).type(), index));
                variables.add(variable);
              }
            });
    return PlannedRows.of(Projections.of(planned.plan(), references, variables), variables);
  }
}
