package dev.colonnade.bench.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.sequence.ClientSequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Rates of single values: by sessions of both cache methods, with and without DISCARD SEQUENCES
 * after every value, and with many requests in flight. All variants run in turns in every round, so
 * that disturbances of the machine affect all of them equally.
 */
final class NextValues {
  /** Requests in flight of the variants {@code inflight64}. */
  private static final int MANY_IN_FLIGHT = 64;

  private static final String CONNECTION = "connection";
  private static final String SERVER = "server";

  private final ColonnadeClient client;
  private final ClientSequence sequence;
  private final SequenceBenchOptions load;
  private final MeasurementLog log;

  NextValues(
      ColonnadeClient client,
      ClientSequence sequence,
      SequenceBenchOptions load,
      MeasurementLog log) {
    this.client = requireNonNull(client, "client is null");
    this.sequence = requireNonNull(sequence, "sequence is null");
    this.load = requireNonNull(load, "load is null");
    this.log = requireNonNull(log, "log is null");
  }

  void measure() throws InterruptedException {
    log.phase(
        "allocating values: connections=%d inFlight=%d"
            .formatted(load.connections(), load.inFlight()));
    int few = load.inFlight();
    List<NextValueVariant> variants =
        List.of(
            new NextValueVariant("nextval.connection", CONNECTION, few, false),
            new NextValueVariant("nextval.connection.discard", CONNECTION, few, true),
            new NextValueVariant("nextval.server", SERVER, few, false),
            new NextValueVariant("nextval.server.discard", SERVER, few, true));
    Map<String, double[]> rates = measure(variants);
    log.add("nextval.server_to_connection", ratio(rates, SERVER, CONNECTION), MeasurementLog.RATIO);
    for (String method : List.of(CONNECTION, SERVER)) {
      String name = "nextval." + method + ".discard.statements";
      double statements = 2 * Statistics.median(rates(rates, method + ".discard"));
      log.add(name, statements, MeasurementLog.PER_SECOND);
      log.add(
          name + "_to_plain", 2 * ratio(rates, method + ".discard", method), MeasurementLog.RATIO);
    }
    log.phase("allocating values: connections=%d inFlight=64".formatted(load.connections()));
    measure(
        List.of(
            new NextValueVariant(
                "nextval.connection.inflight64", CONNECTION, MANY_IN_FLIGHT, false),
            new NextValueVariant("nextval.server.inflight64", SERVER, MANY_IN_FLIGHT, false)));
  }

  /** Returns the values per second by variant and round. */
  private Map<String, double[]> measure(List<NextValueVariant> variants)
      throws InterruptedException {
    Map<String, double[]> rates = new LinkedHashMap<>();
    variants.forEach(variant -> rates.put(variant.name(), new double[load.rounds()]));
    for (int round = -1; round < load.rounds(); round++) {
      for (NextValueVariant variant : variants) {
        double rate = run(variant);
        if (round >= 0) { // round -1 is the warm-up
          requireNonNull(rates.get(variant.name()))[round] = rate;
        }
      }
    }
    rates.forEach(
        (name, all) -> {
          log.add(name, Statistics.median(all), MeasurementLog.PER_SECOND);
          log.add(name + ".spread", Statistics.spread(all), MeasurementLog.RATIO);
        });
    return rates;
  }

  private double run(NextValueVariant variant) throws InterruptedException {
    List<PinnedSession> sessions = new ArrayList<>();
    try {
      for (int i = 0; i < load.connections(); i++) {
        PinnedSession session = client.session();
        sessions.add(session);
        session.set("sequence_cache_method", variant.method());
      }
      return run(variant, sessions, load.roundTime());
    } finally {
      sessions.forEach(PinnedSession::close);
    }
  }

  private double run(NextValueVariant variant, List<PinnedSession> sessions, Duration time)
      throws InterruptedException {
    List<NextValueLoop> loops = new ArrayList<>();
    long startNanos = System.nanoTime();
    for (PinnedSession session : sessions) {
      ClientSequence own = session.sequence(sequence.name());
      for (int i = 0; i < variant.inFlight(); i++) {
        loops.add(new NextValueLoop(session, own, variant.discards(), startNanos + time.toNanos()));
      }
    }
    loops.forEach(NextValueLoop::start);
    long values = 0;
    for (NextValueLoop loop : loops) {
      values += loop.await();
    }
    return Statistics.perSecond(values, System.nanoTime() - startNanos);
  }

  /** Returns the median of the ratios per round; within a round disturbances are similar. */
  private static double ratio(Map<String, double[]> rates, String variant, String to) {
    double[] dividends = rates(rates, variant);
    double[] divisors = rates(rates, to);
    return Statistics.median(
        IntStream.range(0, dividends.length)
            .mapToDouble(i -> dividends[i] / divisors[i])
            .toArray());
  }

  private static double[] rates(Map<String, double[]> rates, String variant) {
    return requireNonNull(rates.get("nextval." + variant), "variant was not measured");
  }
}
