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
import org.jspecify.annotations.Nullable;

/** Runs loops. One thread. */
final class Loops {
  private static final SqlType INTEGER = SqlType.of(TypeKind.INTEGER);

  private final BlockInterpreter interpreter;
  private final Evaluator evaluator;
  private final Variables variables;
  private final Statements statements;

  /** The rows that loops are going through. */
  private final Deque<RowStream> open = new ArrayDeque<>();

  Loops(
      BlockInterpreter interpreter,
      Evaluator evaluator,
      Variables variables,
      Statements statements) {
    this.interpreter = interpreter;
    this.evaluator = evaluator;
    this.variables = variables;
    this.statements = statements;
  }

  /** Has all loops read the rows that are left to them: the transaction ends. */
  void keepRows() {
    open.forEach(RowStream::keep);
  }

  Flow run(Step.Loop loop) {
    Fragment condition = loop.condition();
    while (condition == null || variables.isTrue(evaluator.value(condition))) {
      Flow flow = interpreter.round(loop.body());
      if (!flow.staysIn(loop.label())) {
        return flow.behind(loop.label());
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
    boolean met = false;
    Flow flow = Flow.NEXT;
    // A sum that leaves the range of the variable ends the loop.
    for (long i = from; (range.reverse() ? i >= to : i <= to) && i == (int) i; i += step) {
      met = true;
      variables.write(loop.variable(), Value.of(INTEGER, (int) i));
      flow = interpreter.round(loop.body());
      if (!flow.staysIn(loop.label())) {
        break;
      }
    }
    statements.found(met);
    return left(flow, loop.label());
  }

  private int bound(Fragment fragment, String whenNull) {
    Integer number = variables.number(evaluator.value(fragment));
    if (number == null) {
      throw Variables.nullFor(whenNull);
    }
    return number;
  }

  private static Flow left(Flow last, @Nullable String label) {
    return last.staysIn(label) ? Flow.NEXT : last.behind(label);
  }

  Flow run(Step.ForQuery loop) {
    boolean met = false;
    Flow flow = Flow.NEXT;
    RowStream rows = statements.rows(loop.source());
    open.push(rows);
    try {
      List<Target> targets = loop.targets();
      for (@Nullable Object[] row = next(loop.source(), rows);
          row != null;
          row = next(loop.source(), rows)) {
        met = true;
        variables.writeRow(targets, rows.query().names(), rows.query().types(), row);
        flow = interpreter.round(loop.body());
        if (!flow.staysIn(loop.label())) {
          break;
        }
      }
      if (!met) {
        variables.writeRow(targets, rows.query().names(), rows.query().types(), null);
      }
    } finally {
      open.remove(rows);
      rows.close();
    }
    statements.found(met);
    return left(flow, loop.label());
  }

  private @Nullable Object @Nullable [] next(Step.Source source, RowStream rows) {
    return source instanceof Step.Written(Fragment statement)
        ? Evaluator.within(statement, rows::next)
        : rows.next();
  }

  Flow run(Step.ForEach loop) {
    Value array = evaluator.value(loop.array());
    if (array.value() == null) {
      throw Variables.nullFor("FOREACH expression must not be null");
    }
    SqlType element = array.type().element();
    if (element == null || !(array.value() instanceof List<?> elements)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "FOREACH expression must yield an array, not type " + array.type());
    }
    boolean met = false;
    Flow flow = Flow.NEXT;
    List<?> parts = loop.isSlice() ? List.of(elements) : elements;
    for (Object part : parts) {
      met = true;
      Value value = Value.of(loop.isSlice() ? array.type() : element, part);
      statements.write(loop.targets().getFirst(), value);
      flow = interpreter.round(loop.body());
      if (!flow.staysIn(loop.label())) {
        break;
      }
    }
    statements.found(met);
    return left(flow, loop.label());
  }
}
