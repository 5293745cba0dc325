package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.statistics.ColumnStatistics;

/** Range of the values of one variable, by all of its bounds. One thread. */
final class ValueRange {
  private static final double LEAST = 1e-9;

  private final VariableStatistics statistics;
  private double start;
  private double end;
  private boolean hasUnknownLower;
  private boolean hasUnknownUpper;

  ValueRange(VariableStatistics statistics) {
    this.statistics = requireNonNull(statistics, "statistics is null");
    this.end = 1 - statistics.nullFraction();
  }

  /** Adds a bound. */
  void add(ComparedVariable bound) {
    ColumnStatistics column = statistics.column();
    Object value = bound.value();
    if (column == null || value == null || column.bounds().size() < 2) {
      hasUnknownUpper |= bound.isUpper();
      hasUnknownLower |= !bound.isUpper();
    } else if (bound.isUpper()) {
      end = Math.min(end, column.lessFraction(value));
    } else {
      start = Math.max(start, column.lessFraction(value));
    }
  }

  /** Returns the fraction of all rows in the range. */
  double fraction() {
    double least = LEAST;
    if (statistics.column() != null) {
      // A range contains at least one value as long as it is not beyond all of them.
      least = Math.min(1 / statistics.distinctCount(), 1.0 / 1000);
    }
    double known = Math.max(least, end - start);
    if (hasUnknownLower && hasUnknownUpper) {
      return known * PredicateSelectivity.RANGE;
    }
    return hasUnknownLower || hasUnknownUpper ? known * PredicateSelectivity.INEQUALITY : known;
  }
}
