package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.parse.Fragment;
import dev.colonnade.sql.block.parse.Step;
import dev.colonnade.sql.block.parse.Target;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Execution of loops. One thread. */
final class Loops {
  private static final SqlType INTEGER = SqlType.of(TypeKind.INTEGER);

  /** Runs one iteration of a loop. */
  private final Function<List<Step>, Flow> iteration;

  private final Evaluator evaluator;
  private final Variables variables;
  private final Statements statements;

  /** Rows of the loops that are running. */
  private final Deque<RowStream> open = new ArrayDeque<>();

  Loops(
      Function<List<Step>, Flow> iteration,
      Evaluator evaluator,
      Variables variables,
      Statements statements) {
    this.iteration = iteration;
    this.evaluator = evaluator;
    this.variables = variables;
    this.statements = statements;
  }

  /** Reads the remaining rows of all loops, since their transaction ends. */
  void bufferRows() {
    open.forEach(RowStream::buffer);
  }

  Flow run(Step.Loop loop) {
    Fragment condition = loop.condition();
    while (condition == null || variables.isTrue(evaluator.value(condition))) {
      Flow flow = iteration.apply(loop.body());
      if (!flow.continuesLoop(loop.label())) {
        return flow.afterLoop(loop.label());
      }
    }
    return Flow.NEXT;
  }

  Flow run(Step.ForRange loop) {
    Step.Range range = loop.range();
    int from = bound(range.from(), "lower bound of FOR loop cannot be null");
    int to = bound(range.to(), "upper bound of FOR loop cannot be null");
    int by = range.by() == null ? 1 : bound(range.by(), "BY value of FOR loop cannot be null");
    if (by <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "BY value of FOR loop must be greater than zero");
    }
    long step = range.reverse() ? -by : by;
    boolean iterated = false;
    Flow flow = Flow.NEXT;
    // A sum outside of the range of the variable ends the loop.
    for (long i = from; (range.reverse() ? i >= to : i <= to) && i == (int) i; i += step) {
      iterated = true;
      variables.write(loop.variable(), Value.of(INTEGER, (int) i));
      flow = iteration.apply(loop.body());
      if (!flow.continuesLoop(loop.label())) {
        break;
      }
    }
    statements.setFound(iterated);
    return left(flow, loop.label());
  }

  private int bound(Fragment fragment, String whenNull) {
    Integer number = variables.number(evaluator.value(fragment));
    if (number == null) {
      throw Variables.nullNotAllowed(whenNull);
    }
    return number;
  }

  private static Flow left(Flow last, @Nullable String label) {
    return last.continuesLoop(label) ? Flow.NEXT : last.afterLoop(label);
  }

  Flow run(Step.ForQuery loop) {
    boolean iterated = false;
    Flow flow = Flow.NEXT;
    RowStream rows = statements.rows(loop.source());
    open.push(rows);
    try {
      List<Target> targets = loop.targets();
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

  private @Nullable Object @Nullable [] next(Step.Source source, RowStream rows) {
    return source instanceof Step.StaticSql(Fragment statement)
        ? Evaluator.within(statement, rows::next)
        : rows.next();
  }

  Flow run(Step.ForEach loop) {
    Value array = evaluator.value(loop.array());
    if (array.value() == null) {
      throw Variables.nullNotAllowed("FOREACH expression must not be null");
    }
    SqlType element = array.type().element();
    if (element == null || !(array.value() instanceof List<?> elements)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "FOREACH expression must yield an array, not type " + array.type());
    }
    boolean iterated = false;
    Flow flow = Flow.NEXT;
    List<?> parts = loop.isSlice() ? List.of(elements) : elements;
    for (Object part : parts) {
      iterated = true;
      Value value = Value.of(loop.isSlice() ? array.type() : element, part);
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
