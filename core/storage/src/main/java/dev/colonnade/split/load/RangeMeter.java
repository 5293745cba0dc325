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
 * What goes on at one range. Any thread counts requests and bytes, without locks; one thread at a
 * time looks at the clock and works out rates.
 */
public final class RangeMeter {
  /** After so long a rate has made up most of the way to a new one. */
  private static final double SETTLING_SECONDS = 5;

  /** Rates below this are none. */
  private static final double RATE_LEAST = 0.01;

  private final long rangeId;
  private final Key rangeStart;
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final AtomicLong inFlightBytes = new AtomicLong();

  /** Set while the range is busy. */
  private volatile @Nullable KeySamples samples;

  private volatile double readsPerSecond;
  private volatile double writesPerSecond;

  /** When the range got the keys that it has. */
  private volatile long changedNanos;

  /** See {@link #graceBytes}. */
  private volatile long graceBytes;

  /** Whether the last look at the samples found most requests to be for one row. */
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

  /** Counts writes, of which one was to {@code key}. */
  public void wrote(Key key, int rows) {
    writes.add(rows);
    offer(key);
  }

  private void offer(Key key) {
    KeySamples current = samples;
    if (current != null) {
      current.offer(key);
    }
  }

  /** Bytes that were let in and are not written yet. */
  public long inFlightBytes() {
    return inFlightBytes.get();
  }

  /** Counts bytes that were let in, or with a minus sign those that are written now. */
  public void addInFlight(long bytes) {
    long now = inFlightBytes.addAndGet(bytes);
    assert now >= 0 : "more left than entered bytes=" + now;
  }

  /**
   * What the range held when its limit was lowered below that; 0 if it was not. So much is not held
   * against its writers.
   */
  public long graceBytes() {
    return graceBytes;
  }

  /** Sets what the range is forgiven. */
  public void forgive(long bytes) {
    graceBytes = bytes;
  }

  public double readsPerSecond() {
    return readsPerSecond;
  }

  public double writesPerSecond() {
    return writesPerSecond;
  }

  /** Reads and writes. */
  public double requestsPerSecond() {
    return readsPerSecond + writesPerSecond;
  }

  public boolean hasHotKey() {
    return hasHotKey;
  }

  /** When the range got the keys that it has. */
  public long changedNanos() {
    return changedNanos;
  }

  /** The range has other keys now: what was known of its load is not true any more. */
  void restart(long nowNanos) {
    reads.reset();
    writes.reset();
    readsPerSecond = 0;
    writesPerSecond = 0;
    samples = null;
    hasHotKey = false;
    changedNanos = nowNanos;
  }

  /** Whether there is nothing to be worked out. */
  boolean isIdle() {
    return requestsPerSecond() < RATE_LEAST && reads.sum() == 0 && writes.sum() == 0;
  }

  /** Works out rates; begins and ends to keep keys. */
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
   * A key that halves the load, once it has been watched for as long as the window; none if it is
   * not known yet, or if most requests are for one row. Then watching begins anew.
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
