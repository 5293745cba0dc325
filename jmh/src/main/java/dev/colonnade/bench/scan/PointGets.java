package dev.colonnade.bench.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.BenchTarget;
import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.report.Figures;
import dev.colonnade.bench.tpch.OrderKeys;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Gets rows of lineitem by their keys, drawn at random: how many a second, and how long each. */
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
    List<GetLane> lanes = new ArrayList<>();
    for (int i = 0; i < load.laneCount(); i++) {
      lanes.add(new GetLane(client.async(), lineItem, orderCount, i, startNanos + time.toNanos()));
    }
    lanes.forEach(GetLane::start);
    Histogram latencies = new Histogram(GetLane.LATENCY_DIGITS);
    for (GetLane lane : lanes) {
      latencies.add(lane.await());
    }
    return new Outcome(latencies, System.nanoTime() - startNanos);
  }

  private void log(Load load, Outcome outcome) {
    Histogram latencies = outcome.latencies;
    String prefix = load.name();
    log.add(
        prefix + ".per_second",
        Figures.perSecond(latencies.getTotalCount(), outcome.nanos),
        MeasurementLog.PER_SECOND);
    for (int percentile : new int[] {50, 99}) {
      log.add(
          prefix + ".p" + percentile,
          latencies.getValueAtPercentile(percentile) / 1e3,
          MeasurementLog.MICROS);
    }
  }

  /**
   * How much is asked at once.
   *
   * @param inFlight requests of each connection
   */
  private record Load(int connections, int inFlight) {
    int laneCount() {
      return connections * inFlight;
    }

    /** One connection is not named. */
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
          + " in flight on each";
    }
  }

  private record Outcome(Histogram latencies, long nanos) {}
}
