package dev.colonnade.server.admin.metrics;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.server.net.observer.RequestOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Meters of requests. All meters are created in advance and indexed by the ordinals of their enums:
 * recording costs a few additions, and allocates nothing.
 */
@SuppressWarnings("EnumOrdinal") // an array by ordinal is the fastest map
final class RequestMeters implements RequestObserver {
  /** Upper bounds of the latency buckets: from requests on an event loop to long scans. */
  static final Duration[] BOUNDS = {
    Duration.ofNanos(50_000),
    Duration.ofNanos(100_000),
    Duration.ofNanos(250_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofNanos(2_500_000),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  private final LongAdder inFlight = new LongAdder();

  /** By type and outcome. */
  private final LongAdder[][] ended;

  /** By type. */
  private final Timer[] times;

  private final Reads gets;
  private final Reads scans;
  private final LongAdder writtenRows;
  private final LongAdder writtenBytes;

  RequestMeters(MeterRegistry registry) {
    RequestType[] types = RequestType.values();
    ended = new LongAdder[types.length][];
    times = new Timer[types.length];
    for (RequestType type : types) {
      ended[type.ordinal()] = outcomes(registry, type);
      times[type.ordinal()] =
          Timer.builder("colonnade.request")
              .description("Time from reading a request to the end of its response")
              .tag("kind", label(type))
              .serviceLevelObjectives(BOUNDS)
              .register(registry);
    }
    Gauge.builder("colonnade.requests.in.flight", inFlight, LongAdder::sum)
        .description("Requests in flight: read and not completed yet")
        .strongReference(true)
        .register(registry);
    gets = new Reads(registry, "get");
    scans = new Reads(registry, "scan");
    writtenRows =
        counter(
            registry, "colonnade.written.rows", "Rows inserted, updated and deleted", Tags.empty());
    writtenBytes =
        counter(registry, "colonnade.written.bytes", "Bytes of writes as received", Tags.empty());
  }

  @Override
  public void started(RequestType type) {
    inFlight.increment();
  }

  @Override
  public void ended(RequestType type, RequestOutcome outcome, long nanos) {
    inFlight.decrement();
    ended[type.ordinal()][outcome.ordinal()].increment();
    times[type.ordinal()].record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void pageRead(RequestType type, long rows, long encodedBytes) {
    Reads reads = reads(type);
    reads.pages.increment();
    reads.rows.add(rows);
    reads.encodedBytes.add(encodedBytes);
  }

  @Override
  public void scanned(RequestType type, long scannedBytes, long cursorSteps) {
    Reads reads = reads(type);
    reads.scannedBytes.add(scannedBytes);
    reads.cursorSteps.add(cursorSteps);
  }

  @Override
  public void written(long rows, long bytes) {
    writtenRows.add(rows);
    writtenBytes.add(bytes);
  }

  private Reads reads(RequestType type) {
    return type == RequestType.GET ? gets : scans;
  }

  private static LongAdder[] outcomes(MeterRegistry registry, RequestType type) {
    RequestOutcome[] outcomes = RequestOutcome.values();
    LongAdder[] counters = new LongAdder[outcomes.length];
    for (RequestOutcome outcome : outcomes) {
      counters[outcome.ordinal()] =
          counter(
              registry,
              "colonnade.requests",
              "Completed requests",
              Tags.of("kind", label(type), "outcome", label(outcome)));
    }
    return counters;
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

  /** Meters of one kind of reading request. */
  private static final class Reads {
    private final LongAdder pages;
    private final LongAdder rows;
    private final LongAdder encodedBytes;
    private final LongAdder scannedBytes;
    private final LongAdder cursorSteps;

    Reads(MeterRegistry registry, String kind) {
      Tags tags = Tags.of("kind", kind);
      pages = counter(registry, "colonnade.read.pages", "Pages sent", tags);
      rows = counter(registry, "colonnade.read.rows", "Rows sent", tags);
      encodedBytes =
          counter(
              registry, "colonnade.read.encoded.bytes", "Bytes of rows before compression", tags);
      scannedBytes =
          counter(registry, "colonnade.read.scanned.bytes", "Bytes of keys and values read", tags);
      cursorSteps = counter(registry, "colonnade.read.cursor.steps", "Key-values read", tags);
    }
  }
}
