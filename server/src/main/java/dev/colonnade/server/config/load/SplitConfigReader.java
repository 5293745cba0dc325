package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitPace;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.RangeDecider;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;
import java.time.Duration;

/** Reader of the settings of range splits and merges. */
final class SplitConfigReader {
  private static final int REQUESTS_MAX = 1_000_000_000;
  private static final int WAITERS_MAX = 1_000_000;
  private static final long HARD_MAX_BYTES_MOST = 4 * RangeLimits.MAX_BYTES_MOST;

  private final SettingReader reader;
  private final SplitConfig defaults;

  SplitConfigReader(SettingReader reader, SplitConfig defaults) {
    this.reader = requireNonNull(reader, "reader is null");
    this.defaults = requireNonNull(defaults, "defaults is null");
  }

  SplitConfig read() {
    boolean enabled = reader.flag("split.enabled", defaults.enabled());
    return new SplitConfig(enabled, queue(), limits(), pressure(), pace());
  }

  private RangeLimits limits() {
    long maxBytes =
        reader.bytes(
            "split.range-max-bytes",
            defaults.limits().maxBytes(),
            RangeLimits.MAX_BYTES_LEAST,
            RangeLimits.MAX_BYTES_MOST);
    RangeLimits d = limitsOf(maxBytes);
    long minBytes =
        reader.bytes("split.range-min-bytes", d.minBytes(), 0, RangeLimits.MAX_BYTES_MOST);
    long hardMaxBytes =
        reader.bytes("split.range-hard-max-bytes", d.hardMaxBytes(), 1, HARD_MAX_BYTES_MOST);
    int requests =
        reader.count(
            "split.requests-per-second-max", (int) d.requestsPerSecondMax(), 1, REQUESTS_MAX);
    RangeLimits limits =
        reader
            .valid("split.range-min-bytes", () -> d.withMinBytes(minBytes))
            .withRequestsPerSecondMax(requests);
    return reader.valid("split.range-hard-max-bytes", () -> limits.withHardMaxBytes(hardMaxBytes));
  }

  /** Derives the other limits from the maximum size, unless that is the default. */
  private RangeLimits limitsOf(long maxBytes) {
    RangeLimits d = defaults.limits();
    return maxBytes == d.maxBytes()
        ? d
        : RangeLimits.ofMaxBytes(maxBytes).withRequestsPerSecondMax(d.requestsPerSecondMax());
  }

  private QueueOptions queue() {
    QueueOptions d = defaults.queue();
    int concurrency =
        reader.count("split.concurrency", d.concurrency(), 1, QueueOptions.CONCURRENCY_MAX);
    long runningBytes =
        reader.bytes("split.running-bytes-max", d.runningBytesMax(), 1, RangeLimits.MAX_BYTES_MOST);
    return reader.valid(
        "split", () -> d.withConcurrency(concurrency).withRunningBytesMax(runningBytes));
  }

  private PressureOptions pressure() {
    PressureOptions d = defaults.pressure();
    boolean enabled = reader.flag("split.backpressure", d.enabled());
    Duration delay =
        reader.time(
            "split.backpressure-delay-max", d.delayMax(), Duration.ZERO, PressureOptions.WAIT_MAX);
    Duration wait =
        reader.time(
            "split.backpressure-wait-max", d.waitMax(), Duration.ZERO, PressureOptions.WAIT_MAX);
    int waiters = reader.count("split.backpressure-waiters-max", d.waitersMax(), 1, WAITERS_MAX);
    return reader.valid(
        "split", () -> d.withEnabled(enabled).withTimes(delay, wait).withWaitersMax(waiters));
  }

  private SplitPace pace() {
    SplitPace d = defaults.pace();
    Duration interval =
        reader.time("split.interval", d.interval(), SplitPace.LEAST, SplitPace.INTERVAL_MAX);
    Duration window = time("split.load-window", d.loadWindow());
    Duration rest = time("split.merge-rest", d.cooldown());
    int pieces =
        reader.count(
            "split.pieces-max", d.piecesMax(), RangeDecider.PIECES_LEAST, RangeDecider.PIECES_MAX);
    return reader.valid("split", () -> new SplitPace(interval, window, rest, pieces));
  }

  private Duration time(String key, Duration otherwise) {
    return reader.time(key, otherwise, SplitPace.LEAST, SplitPace.MOST);
  }
}
