package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

/**
 * Named result of a workload.
 *
 * @param name dotted and stable, so that runs are comparable: {@code
 *     scan.columns4.col_batch.rows_per_second}
 * @param unit such as {@code 1/s}, {@code bytes}, {@code x} for a ratio
 */
public record Measurement(String name, double value, String unit) {
  public Measurement {
    requireNonNull(name, "name is null");
    requireNonNull(unit, "unit is null");
    if (name.isBlank()) {
      throw new IllegalArgumentException("name is blank");
    }
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value is not a number: name=" + name + " value=" + value);
    }
  }
}
