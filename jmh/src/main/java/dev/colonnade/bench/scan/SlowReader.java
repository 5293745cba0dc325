package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PageValueReader;
import dev.colonnade.bench.local.MetricsClient;
import dev.colonnade.bench.local.MetricsPage;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.protocol.result.ScanFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Backpressure test: scans all of lineitem with readers that pause after every page, and samples
 * the off-heap memory of the server's results and sockets meanwhile.
 */
final class SlowReader {
  /** Number of concurrent readers, each with a connection of its own. */
  static final int READER_COUNT = 4;

  /** Limit of the off-heap memory by the server's default settings and those of its sockets. */
  static final long MEMORY_BYTES_MAX = 256L * 1024 * 1024;

  private static final long PAUSE_MILLIS = 10;
  private static final long SAMPLE_MILLIS = 50;

  private final BenchTarget target;
  private final MetricsClient metrics;
  private final MeasurementLog log;

  SlowReader(BenchTarget target, MetricsClient metrics, MeasurementLog log) {
    this.target = requireNonNull(target, "target is null");
    this.metrics = requireNonNull(metrics, "metrics is null");
    this.log = requireNonNull(log, "log is null");
  }

  void measure() throws IOException, InterruptedException {
    log.phase("scanning with " + READER_COUNT + " slow readers");
    try (ColonnadeClient client = target.connect(READER_COUNT);
        ExecutorService threads = Executors.newFixedThreadPool(READER_COUNT)) {
      ClientTable lineItem = client.table(TpchTable.LINEITEM.tableName());
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READER_COUNT; i++) {
        readers.add(threads.submit(() -> readSlowly(client, lineItem)));
      }
      log.add("scan.slow_reader.direct_memory.max_bytes", watch(readers), MeasurementLog.BYTES);
      log.add("scan.slow_reader.direct_memory.limit_bytes", MEMORY_BYTES_MAX, MeasurementLog.BYTES);
      log.add("scan.slow_reader.rows", (double) total(readers), MeasurementLog.COUNT);
    }
  }

  private double watch(List<Future<Long>> readers) throws IOException, InterruptedException {
    double max = 0;
    boolean reading = true;
    while (reading) {
      reading = readers.stream().anyMatch(reader -> !reader.isDone());
      MetricsPage page = metrics.read();
      double results = page.total("colonnade_direct_memory_bytes").orElseThrow();
      double sockets = page.total("colonnade_network_memory_bytes").orElseThrow();
      max = Math.max(max, results + sockets);
      Thread.sleep(SAMPLE_MILLIS);
    }
    return max;
  }

  private static long readSlowly(ColonnadeClient client, ClientTable lineItem)
      throws InterruptedException {
    PageValueReader reading = new PageValueReader();
    try (ScanStream scan = client.scan(lineItem.newScan().format(ScanFormat.COL_BATCH))) {
      while (scan.next()) {
        reading.read(scan.page());
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    return reading.rowCount();
  }

  private static long total(List<Future<Long>> readers) throws InterruptedException {
    long rowCount = 0;
    for (Future<Long> reader : readers) {
      try {
        rowCount += reader.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a slow reader failed", e.getCause());
      }
    }
    return rowCount;
  }
}
