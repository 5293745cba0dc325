package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits of automatic ANALYZE. Its defaults are PostgreSQL's.
 *
 * @param changedRowsMin rows whose change is not enough
 * @param scalePercent percentage of the rows of a table whose change is not enough, in addition
 * @param interval time between two inspections of all tables
 */
public record AnalyzeLimits(long changedRowsMin, int scalePercent, Duration interval) {
  public static final AnalyzeLimits DEFAULT = new AnalyzeLimits(50, 10, Duration.ofMinutes(1));

  public AnalyzeLimits {
    requireNonNull(interval, "interval is null");
    if (changedRowsMin < 0 || scalePercent < 0 || !interval.isPositive()) {
      throw new IllegalArgumentException(
          "limits out of range: changedRowsMin=%d scalePercent=%d interval=%s"
              .formatted(changedRowsMin, scalePercent, interval));
    }
  }

  /** Returns whether so many changes of a table of so many rows are enough. */
  public boolean isExceeded(long changedRows, long rows) {
    return changedRows > changedRowsMin + scalePercent / 100.0 * rows;
  }
}
