package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasuredScan;
import dev.colonnade.bench.harness.PageValueReader;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.protocol.result.WireScanUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Interleaved measurement of several scans: warm-up rounds, then measured rounds of all scans in
 * turns, so that disturbances of the machine affect all scans equally. The rate of a filtered scan
 * counts the rows scanned.
 */
final class ScanSeries {
  /** Number of rounds that are not measured. */
  static final int WARM_UP_COUNT = 2;

  private final ColonnadeClient client;
  private final ClientTable lineItem;
  private final int repetitions;

  ScanSeries(ColonnadeClient client, ClientTable lineItem, int repetitions) {
    this.client = requireNonNull(client, "client is null");
    this.lineItem = requireNonNull(lineItem, "lineItem is null");
    this.repetitions = repetitions;
  }

  ColonnadeClient client() {
    return client;
  }

  ClientTable lineItem() {
    return lineItem;
  }

  /** Runs all scans. Returns the statistics of each scan by its name. */
  Map<String, ScanMeasurement> measure(List<NamedScan> shapes) {
    Map<String, List<MeasuredScan>> runs = new LinkedHashMap<>();
    for (int round = 0; round < WARM_UP_COUNT + repetitions; round++) {
      for (NamedScan shape : shapes) {
        MeasuredScan run = run(shape);
        if (round >= WARM_UP_COUNT) {
          runs.computeIfAbsent(shape.name(), name -> new ArrayList<>()).add(run);
        }
      }
    }
    Map<String, ScanMeasurement> measured = new LinkedHashMap<>();
    runs.forEach((name, scans) -> measured.put(name, statistics(scans)));
    return measured;
  }

  private MeasuredScan run(NamedScan shape) {
    PageValueReader reading = new PageValueReader();
    MeasuredScan run = MeasuredScan.run(client, shape.builder().apply(lineItem), reading::read);
    if (reading.rowCount() != run.rowCount()) {
      throw new IllegalStateException(
          "pages and usage differ: rowsRead=" + reading.rowCount() + " rowCount=" + run.rowCount());
    }
    return run;
  }

  private static ScanMeasurement statistics(List<MeasuredScan> runs) {
    double[] rates = runs.stream().mapToDouble(MeasuredScan::rowsPerSecond).toArray();
    MeasuredScan last = runs.getLast();
    WireScanUsage usage = last.end().usage();
    return new ScanMeasurement(
        Statistics.median(rates),
        Statistics.spread(rates),
        usage.rowCount(),
        last.payloadBytes(),
        last.messageCount());
  }
}
