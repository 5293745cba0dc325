package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.MeasuredScan;
import dev.colonnade.bench.PageReading;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.protocol.result.WireScanUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures several scans side by side: all of them once to warm up, then round after round, so that
 * whatever disturbs the machine disturbs all of them. The rate of a filtered scan counts the rows
 * looked at.
 */
final class ScanSeries {
  /** Rounds that are not counted. */
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

  /** The figures of each scan, by name. */
  Map<String, ScanFigures> measure(List<ScanShape> shapes) {
    Map<String, List<MeasuredScan>> runs = new LinkedHashMap<>();
    for (int round = 0; round < WARM_UP_COUNT + repetitions; round++) {
      for (ScanShape shape : shapes) {
        MeasuredScan run = run(shape);
        if (round >= WARM_UP_COUNT) {
          runs.computeIfAbsent(shape.name(), name -> new ArrayList<>()).add(run);
        }
      }
    }
    Map<String, ScanFigures> figures = new LinkedHashMap<>();
    runs.forEach((name, scans) -> figures.put(name, figures(scans)));
    return figures;
  }

  private MeasuredScan run(ScanShape shape) {
    PageReading reading = new PageReading();
    MeasuredScan run = MeasuredScan.run(client, shape.builder().apply(lineItem), reading::read);
    if (reading.rowCount() != run.rowCount()) {
      throw new IllegalStateException(
          "pages and usage differ: rowsRead=" + reading.rowCount() + " rowCount=" + run.rowCount());
    }
    return run;
  }

  private static ScanFigures figures(List<MeasuredScan> runs) {
    double[] rates = runs.stream().mapToDouble(MeasuredScan::rowsPerSecond).toArray();
    MeasuredScan last = runs.getLast();
    WireScanUsage usage = last.end().usage();
    return new ScanFigures(
        Statistics.median(rates),
        Statistics.spread(rates),
        usage.rowCount(),
        usage.rowsScanned(),
        last.payloadBytes(),
        last.messageCount());
  }
}
