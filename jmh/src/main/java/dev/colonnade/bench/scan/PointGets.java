package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.bench.tpch.OrderKeys;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Throughput and latency of point gets of random rows of lineitem. */
final class PointGets {
  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final List<Load> LOADS =
      List.of(new Load(1, 1), new Load(1, 64), new Load(10, 1), new Load(10, 64));

  private final BenchTarget target;
  private final Duration duration;
  private final MeasurementLog log;

  PointGets(BenchTarget target, Duration duration, MeasurementLog log) {
    this.target = requireNonNull(target, "target is null");
    this.duration = requireNonNull(duration, "duration is null");
    this.log = requireNonNull(log, "log is null");
  }

  void measure() throws InterruptedException {
    for (Load load : LOADS) {
      log.phase("getting single rows: " + load);
      try (ColonnadeClient client = target.connect(load.connections)) {
        ClientTable lineItem = client.table(TpchTable.LINEITEM.tableName());
        long orderCount = OrderKeys.lastIndex(LineItemKeys.last(client, lineItem));
        run(client, lineItem, orderCount, load, WARM_UP);
        log(load, run(client, lineItem, orderCount, load, duration));
      }
    }
  }

  private static Outcome run(
      ColonnadeClient client, ClientTable lineItem, long orderCount, Load load, Duration time)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    List<PointGetLoop> loops = new ArrayList<>();
    for (int i = 0; i < load.loopCount(); i++) {
      loops.add(
          new PointGetLoop(client.async(), lineItem, orderCount, i, startNanos + time.toNanos()));
    }
    loops.forEach(PointGetLoop::start);
    Histogram latencies = new Histogram(PointGetLoop.LATENCY_DIGITS);
    for (PointGetLoop loop : loops) {
      latencies.add(loop.await());
    }
    return new Outcome(latencies, System.nanoTime() - startNanos);
  }

  private void log(Load load, Outcome outcome) {
    Histogram latencies = outcome.latencies;
    String prefix = load.name();
    log.add(
        prefix + ".per_second",
        Statistics.perSecond(latencies.getTotalCount(), outcome.nanos),
        MeasurementLog.PER_SECOND);
    for (int percentile : new int[] {50, 99}) {
      log.add(
          prefix + ".p" + percentile,
          latencies.getValueAtPercentile(percentile) / 1e3,
          MeasurementLog.MICROS);
    }
  }

  /**
   * Concurrency of the gets.
   *
   * @param connections number of connections
   * @param inFlight requests in flight per connection
   */
  private record Load(int connections, int inFlight) {
    int loopCount() {
      return connections * inFlight;
    }

    /** Returns the prefix of the measurements; a single connection is not part of it. */
    String name() {
      return "get."
          + (connections == 1 ? "" : "connections" + connections + ".")
          + "inflight"
          + inFlight;
    }

    @Override
    public String toString() {
      return connections
          + (connections == 1 ? " connection, " : " connections, ")
          + inFlight
          + " in flight per connection";
    }
  }

  private record Outcome(Histogram latencies, long nanos) {}
}
