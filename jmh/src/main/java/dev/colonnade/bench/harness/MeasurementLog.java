package dev.colonnade.bench.harness;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.Measurement;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.TextTable;
import java.util.ArrayList;
import java.util.List;

/** Collector of a workload's measurements that also prints the current phase. Not thread-safe. */
public final class MeasurementLog {
  public static final String PER_SECOND = "1/s";
  public static final String BYTES = "bytes";
  public static final String MICROS = "us";
  public static final String COUNT = "";
  public static final String RATIO = "x";

  private final Console console;
  private final List<Measurement> measurements = new ArrayList<>();

  public MeasurementLog(Console console) {
    this.console = requireNonNull(console, "console is null");
  }

  /** Prints the phase that begins. */
  public void phase(String text) {
    console.line(console.dim("  " + text));
  }

  public void add(String name, double value, String unit) {
    measurements.add(new Measurement(name, value, unit));
  }

  /** Returns all measurements in the order in which they were added. */
  public List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  void print() {
    TextTable table = new TextTable().text("name").number("value").text("unit");
    for (Measurement measurement : measurements) {
      table.row(measurement.name(), value(measurement), measurement.unit());
    }
    console.table(table);
  }

  private static String value(Measurement measurement) {
    return measurement.unit().equals(BYTES) && measurement.value() >= 1024
        ? ReadableNumbers.count(Math.round(measurement.value()))
        : ReadableNumbers.approximate(measurement.value());
  }
}
