package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.tree.AssignmentTarget;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.SqlFragment;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Execution of loops. One thread. */
final class LoopExecutor {
  private static final SqlType INTEGER = SqlType.of(TypeKind.INTEGER);

  /** Runs one iteration of a loop. */
  private final Function<List<BlockStep>, ControlFlow> iteration;

  private final Evaluator evaluator;
  private final BlockVariables variables;
  private final StatementExecutor statements;

  /** Rows of the loops that are running. */
  private final Deque<ReadAheadRows> open = new ArrayDeque<>();

  LoopExecutor(
      Function<List<BlockStep>, ControlFlow> iteration,
      Evaluator evaluator,
      BlockVariables variables,
      StatementExecutor statements) {
    this.iteration = iteration;
    this.evaluator = evaluator;
    this.variables = variables;
    this.statements = statements;
  }

  /** Reads the remaining rows of all loops, since their transaction ends. */
  void bufferRows() {
    open.forEach(ReadAheadRows::buffer);
  }

  ControlFlow run(BlockStep.Loop loop) {
    SqlFragment condition = loop.condition();
    while (condition == null || variables.isTrue(evaluator.value(condition))) {
      ControlFlow flow = iteration.apply(loop.body());
      if (!flow.continuesLoop(loop.label())) {
        return flow.afterLoop(loop.label());
      }
    }
    return ControlFlow.NEXT;
  }

  ControlFlow run(BlockStep.ForRange loop) {
    BlockStep.Range range = loop.range();
    int from = bound(range.from(), "lower bound of FOR loop cannot be null");
    int to = bound(range.to(), "upper bound of FOR loop cannot be null");
    int by = range.by() == null ? 1 : bound(range.by(), "BY value of FOR loop cannot be null");
    if (by <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "BY value of FOR loop must be greater than zero");
    }
    long step = range.reverse() ? -by : by;
    boolean iterated = false;
    ControlFlow flow = ControlFlow.NEXT;
    // A sum outside of the range of the variable ends the loop.
    for (long i = from; (range.reverse() ? i >= to : i <= to) && i == (int) i; i += step) {
      iterated = true;
      variables.write(loop.variable(), TypedValue.of(INTEGER, (int) i));
      flow = iteration.apply(loop.body());
      if (!flow.continuesLoop(loop.label())) {
        break;
      }
    }
    statements.setFound(iterated);
    return left(flow, loop.label());
  }

  private int bound(SqlFragment fragment, String whenNull) {
    Integer number = variables.number(evaluator.value(fragment));
    if (number == null) {
      throw BlockVariables.nullNotAllowed(whenNull);
    }
    return number;
  }

  private static ControlFlow left(ControlFlow last, @Nullable String label) {
    return last.continuesLoop(label) ? ControlFlow.NEXT : last.afterLoop(label);
  }

  ControlFlow run(BlockStep.ForQuery loop) {
    boolean iterated = false;
    ControlFlow flow = ControlFlow.NEXT;
    ReadAheadRows rows = statements.rows(loop.source());
    open.push(rows);
    try {
      List<AssignmentTarget> targets = loop.targets();
      for (@Nullable Object[] row = next(loop.source(), rows);
          row != null;
          row = next(loop.source(), rows)) {
        iterated = true;
        variables.writeRow(targets, rows.query().names(), rows.query().types(), row);
        flow = iteration.apply(loop.body());
        if (!flow.continuesLoop(loop.label())) {
          break;
        }
      }
      if (!iterated) {
        variables.writeRow(targets, rows.query().names(), rows.query().types(), null);
      }
    } finally {
      open.remove(rows);
      rows.close();
    }
    statements.setFound(iterated);
    return left(flow, loop.label());
  }

  private @Nullable Object @Nullable [] next(BlockStep.Source source, ReadAheadRows rows) {
    return source instanceof BlockStep.StaticSql(SqlFragment statement)
        ? Evaluator.within(statement, rows::next)
        : rows.next();
  }

  ControlFlow run(BlockStep.ForEach loop) {
    TypedValue array = evaluator.value(loop.array());
    if (array.value() == null) {
      throw BlockVariables.nullNotAllowed("FOREACH expression must not be null");
    }
    SqlType element = array.type().element();
    if (element == null || !(array.value() instanceof List<?> elements)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "FOREACH expression must yield an array, not type " + array.type());
    }
    boolean iterated = false;
    ControlFlow flow = ControlFlow.NEXT;
    List<?> parts = loop.isSlice() ? List.of(elements) : elements;
    for (Object part : parts) {
      iterated = true;
      TypedValue value = TypedValue.of(loop.isSlice() ? array.type() : element, part);
      statements.write(loop.targets().getFirst(), value);
      flow = iteration.apply(loop.body());
      if (!flow.continuesLoop(loop.label())) {
        break;
      }
    }
    statements.setFound(iterated);
    return left(flow, loop.label());
  }
}
