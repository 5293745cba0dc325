package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Factory of the functions of a window. */
final class WindowFunctions {
  private final WindowRows rows;
  private final FrameBounds bounds;
  private final WindowColumns columns;
  private final PhysicalPlan input;
  private final OperatorMemory memory;

  /**
   * Creates a factory.
   *
   * @param input plan of the rows, for constants
   * @param memory account of which each function gets a part
   */
  WindowFunctions(
      WindowRows rows,
      FrameBounds bounds,
      WindowColumns columns,
      PhysicalPlan input,
      OperatorMemory memory) {
    this.rows = rows;
    this.bounds = bounds;
    this.columns = columns;
    this.input = input;
    this.memory = memory;
  }

  /** Returns the function of a call over columns of the input. */
  WindowFunction create(WindowPlan.Call planned) {
    List<Integer> arguments = planned.arguments().stream().map(columns::stored).toList();
    int filter = planned.filter() < 0 ? planned.filter() : columns.stored(planned.filter());
    WindowPlan.Call call =
        new WindowPlan.Call(planned.function(), arguments, filter, planned.result());
    RankFunction.Kind rank = RankFunction.Kind.of(call.function());
    if (rank != null) {
      return new RankFunction(rank, bounds);
    }
    if (FrameValueFunction.isFor(call.function())) {
      return new FrameValueFunction(rows, bounds, call);
    }
    return switch (call.function()) {
      case "ntile" -> new TileFunction(rows, bounds, arguments.getFirst(), call.result());
      case "lag" -> new OffsetFunction(rows, call, -1, constantOffset(planned));
      case "lead" -> new OffsetFunction(rows, call, 1, constantOffset(planned));
      default -> aggregate(call);
    };
  }

  private @Nullable Long constantOffset(WindowPlan.Call call) {
    return call.arguments().size() > 1
            && constant(input, call.arguments().get(1)) instanceof Number number
        ? (Long) number.longValue()
        : null;
  }

  /** Returns the value of a column that is a literal. */
  private static @Nullable Object constant(PhysicalPlan plan, int column) {
    return switch (plan) {
      case RowPlan.Project project
          when project.expressions().get(column) instanceof Literal literal ->
          literal.value();
      case WindowPlan window when column < window.input().columns().size() ->
          constant(window.input(), column);
      default -> null;
    };
  }

  private WindowFunction aggregate(WindowPlan.Call call) {
    int column = call.arguments().isEmpty() ? -1 : call.arguments().getFirst();
    VectorType argument = column < 0 ? call.result() : rows.type(column);
    if (bounds.exclusion() == WindowPlan.Exclusion.NOTHING && call.arguments().size() <= 1) {
      if (ExactSumFunction.isFor(call.function(), argument)) {
        return new ExactSumFunction(rows, bounds, call, column);
      }
      if (FloatingSumFunction.isFor(call.function(), argument, call.result())) {
        return new FloatingSumFunction(rows, bounds, call, memory.newPart());
      }
      switch (call.function()) {
        case "min", "bool_and", "every" -> {
          return new ExtremeFunction(rows, bounds, call, true, memory.newPart());
        }
        case "max", "bool_or", "some" -> {
          return new ExtremeFunction(rows, bounds, call, false, memory.newPart());
        }
        default -> {}
      }
    }
    boolean ofIntervals = argument.kind() == TypeKind.INTERVAL;
    boolean isSum = call.function().equals("sum") || call.function().equals("avg");
    String name = ofIntervals && isSum ? call.function() + " interval" : call.function();
    TypeKind result = call.result().kind();
    return new AggregateFunction(
        rows, bounds, call, () -> AggregateRegistry.start(name, result), memory.newPart());
  }
}
