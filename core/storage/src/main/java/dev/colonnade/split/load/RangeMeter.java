package dev.colonnade.split.load;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.split.limit.RangeLimits;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Load meter of one range. Any thread counts requests and bytes, lock-free; one thread at a time
 * computes the rates, as exponentially weighted moving averages.
 */
public final class RangeMeter {
  /** Time constant of the moving averages. */
  private static final double SETTLING_SECONDS = 5;

  /** Rates below this count as idle. */
  private static final double RATE_LEAST = 0.01;

  private final long rangeId;
  private final Key rangeStart;
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final AtomicLong inFlightBytes = new AtomicLong();

  /** Samples of the requested keys; null unless the range exceeds its load limit. */
  private volatile @Nullable KeySamples samples;

  private volatile double readsPerSecond;
  private volatile double writesPerSecond;

  /** Time of the last split or merge of the range. */
  private volatile long changedNanos;

  /** See {@link #graceBytes}. */
  private volatile long graceBytes;

  /** True if most keys of the last complete sample belong to one row. */
  private volatile boolean hasHotKey;

  RangeMeter(RangeDescriptor range, long nowNanos) {
    rangeId = range.id();
    rangeStart = range.span().start();
    changedNanos = nowNanos;
  }

  public long rangeId() {
    return rangeId;
  }

  public Key rangeStart() {
    return rangeStart;
  }

  void read(Key key) {
    reads.increment();
    offer(key);
  }

  /** Counts written rows, one of which has {@code key}. */
  public void countWrites(Key key, int rows) {
    writes.add(rows);
    offer(key);
  }

  private void offer(Key key) {
    KeySamples current = samples;
    if (current != null) {
      current.offer(key);
    }
  }

  /** Returns the bytes of admitted writes that have not finished. */
  public long inFlightBytes() {
    return inFlightBytes.get();
  }

  /** Adds the bytes of an admitted write, or, negative, of a finished one. */
  public void addInFlight(long bytes) {
    long now = inFlightBytes.addAndGet(bytes);
    assert now >= 0 : "in-flight bytes are negative bytes=" + now;
  }

  /**
   * Returns the grace bytes: the size of the range when its limit was lowered below that size; 0 if
   * it was not. The backpressure uses them in place of a lower limit.
   */
  public long graceBytes() {
    return graceBytes;
  }

  /** Sets the grace bytes. */
  public void graceBytes(long bytes) {
    graceBytes = bytes;
  }

  public double readsPerSecond() {
    return readsPerSecond;
  }

  public double writesPerSecond() {
    return writesPerSecond;
  }

  /** Returns the rate of reads and writes. */
  public double requestsPerSecond() {
    return readsPerSecond + writesPerSecond;
  }

  public boolean hasHotKey() {
    return hasHotKey;
  }

  /** Returns the time of the last split or merge of the range. */
  public long changedNanos() {
    return changedNanos;
  }

  /** Resets the load after a split or merge, which changes the keys of the range. */
  void restart(long nowNanos) {
    reads.reset();
    writes.reset();
    readsPerSecond = 0;
    writesPerSecond = 0;
    samples = null;
    hasHotKey = false;
    changedNanos = nowNanos;
  }

  /** Returns whether the range has no load and no uncounted requests. */
  boolean isIdle() {
    return requestsPerSecond() < RATE_LEAST && reads.sum() == 0 && writes.sum() == 0;
  }

  /** Updates the rates; starts or stops sampling keys. */
  void tick(long elapsedNanos, long nowNanos, RangeLimits limits, long windowNanos) {
    double seconds = elapsedNanos / 1e9;
    double weight = 1 - Math.exp(-seconds / SETTLING_SECONDS);
    readsPerSecond = settle(readsPerSecond, reads.sumThenReset() / seconds, weight);
    writesPerSecond = settle(writesPerSecond, writes.sumThenReset() / seconds, weight);
    double rate = requestsPerSecond();
    if (samples == null && rate > limits.requestsPerSecondMax()) {
      double expected = rate * windowNanos / 1e9;
      samples = new KeySamples((long) (expected / KeySamples.KEYS_MAX), nowNanos);
    } else if (rate < limits.requestsPerSecondMax() / 2) {
      samples = null;
      hasHotKey = false;
    }
  }

  private static double settle(double before, double now, double weight) {
    return before + (now - before) * weight;
  }

  /**
   * Returns a split key that halves the load, once keys have been sampled for {@code windowNanos}.
   * Returns empty before that, and if most requests are for one row; in the latter case sampling
   * restarts.
   */
  Optional<Key> balancedKey(
      KeySpan span, UnaryOperator<Key> rowStart, long nowNanos, long windowNanos) {
    KeySamples current = samples;
    if (current == null || nowNanos - current.startNanos() < windowNanos) {
      return Optional.empty();
    }
    Optional<Key> key = current.balancedKey(span, rowStart);
    if (key.isEmpty()) {
      hasHotKey = true;
      double expected = requestsPerSecond() * windowNanos / 1e9;
      samples = new KeySamples((long) (expected / KeySamples.KEYS_MAX), nowNanos);
    }
    return key;
  }
}
