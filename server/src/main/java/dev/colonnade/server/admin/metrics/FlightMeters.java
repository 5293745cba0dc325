package dev.colonnade.server.admin.metrics;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.flight.FlightObserver;
import dev.colonnade.server.net.observer.RequestOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** Meters of the port of Arrow Flight SQL, by the methods of Flight. */
final class FlightMeters implements FlightObserver {
  private final LongAdder inFlight = new LongAdder();
  private final Map<Method, Map<RequestOutcome, LongAdder>> ended = new EnumMap<>(Method.class);
  private final Map<Method, Timer> times = new EnumMap<>(Method.class);
  private final LongAdder received;
  private final LongAdder sent;
  private final LongAdder rowsReceived;
  private final LongAdder rowsSent;
  private volatile IntSupplier sessions = () -> 0;

  FlightMeters(MeterRegistry registry) {
    for (Method method : Method.values()) {
      Map<RequestOutcome, LongAdder> outcomes = new EnumMap<>(RequestOutcome.class);
      for (RequestOutcome outcome : RequestOutcome.values()) {
        Tags tags = Tags.of("kind", label(method), "outcome", label(outcome));
        outcomes.put(
            outcome, counter(registry, "colonnade.flight.requests", "Completed calls", tags));
      }
      ended.put(method, outcomes);
      times.put(
          method,
          Timer.builder("colonnade.flight.request")
              .description("Time from the headers of a call to its status")
              .tag("kind", label(method))
              .serviceLevelObjectives(RequestMeters.BOUNDS)
              .register(registry));
    }
    Gauge.builder("colonnade.flight.requests.in.flight", inFlight, LongAdder::sum)
        .description("Calls in progress")
        .strongReference(true)
        .register(registry);
    Gauge.builder("colonnade.flight.sessions", this, meters -> meters.sessions.getAsInt())
        .description("Sessions of clients")
        .strongReference(true)
        .register(registry);
    Tags none = Tags.empty();
    received =
        counter(registry, "colonnade.flight.received.bytes", "Bytes of messages received", none);
    sent = counter(registry, "colonnade.flight.sent.bytes", "Bytes of messages sent", none);
    rowsReceived =
        counter(registry, "colonnade.flight.received.rows", "Rows that were ingested", none);
    rowsSent = counter(registry, "colonnade.flight.sent.rows", "Rows of results", none);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Returns a registered counter. The registry references it weakly: the caller must retain it. */
  private static LongAdder counter(
      MeterRegistry registry, String name, String description, Tags tags) {
    LongAdder count = new LongAdder();
    FunctionCounter.builder(name, count, LongAdder::sum)
        .description(description)
        .tags(tags)
        .register(registry);
    return count;
  }

  @Override
  public void sessions(IntSupplier count) {
    sessions = requireNonNull(count, "count is null");
  }

  @Override
  public void started() {
    inFlight.increment();
  }

  @Override
  public void ended(Method method, RequestOutcome outcome, long nanos) {
    inFlight.decrement();
    requireNonNull(requireNonNull(ended.get(method)).get(outcome)).increment();
    requireNonNull(times.get(method)).record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void received(long bytes) {
    received.add(bytes);
  }

  @Override
  public void sent(long bytes) {
    sent.add(bytes);
  }

  @Override
  public void rowsReceived(long rows) {
    rowsReceived.add(rows);
  }

  @Override
  public void rowsSent(long rows) {
    rowsSent.add(rows);
  }
}
