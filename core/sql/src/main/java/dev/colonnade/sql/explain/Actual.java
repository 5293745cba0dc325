package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measured execution of an operator: averages of its starts.
 *
 * @param loops number of starts; 0 if the operator was never executed
 */
record Actual(double startupMillis, double totalMillis, double rows, long loops) {
  /** Operator that was never executed. */
  static final Actual NEVER = new Actual(0, 0, 0, 0);

  static Actual of(@Nullable OperatorStatistics statistics) {
    if (statistics == null || statistics.starts() == 0) {
      return NEVER;
    }
    double starts = statistics.starts();
    return new Actual(
        QueryTimes.millis(statistics.startupNanos() / starts),
        QueryTimes.millis(statistics.nanos() / starts),
        statistics.rows() / starts,
        statistics.starts());
  }

  /** Returns the execution of an operator that returns its first row after it has read all. */
  Actual afterAll() {
    return new Actual(totalMillis, totalMillis, rows, loops);
  }

  /** Returns the execution of an operator that reads its inputs one after the other. */
  static Actual sum(List<Actual> inputs) {
    double total = inputs.stream().mapToDouble(Actual::totalMillis).sum();
    double rows = inputs.stream().mapToDouble(Actual::rows).sum();
    long loops = inputs.stream().mapToLong(Actual::loops).max().orElse(0);
    return new Actual(inputs.getFirst().startupMillis, total, rows, loops);
  }

  /** Returns the average number of rows as it is shown. */
  long shownRows() {
    return Math.round(Math.rint(rows));
  }

  /** Returns the end of a title. */
  String text(boolean hasTimes) {
    if (loops == 0) {
      return " (never executed)";
    }
    String times =
        hasTimes ? String.format(Locale.ROOT, "time=%.3f..%.3f ", startupMillis, totalMillis) : "";
    return " (actual %srows=%d loops=%d)".formatted(times, shownRows(), loops);
  }
}
