package dev.colonnade.split.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of all ranges. Safe for use by many threads; counting a request takes no lock. */
public final class RangeLoads {
  private static final int SPANS_COUNTED_MAX = 16;

  private final Ranges ranges;
  private final NanoTicker ticker;
  private final ConcurrentHashMap<Long, RangeMeter> meters = new ConcurrentHashMap<>();
  private volatile long windowNanos;

  /** Used by the one thread that ticks. */
  private long tickedNanos;

  /**
   * @param window for how long a busy range is watched before it is cut
   */
  public RangeLoads(Ranges ranges, NanoTicker ticker, Duration window) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    windowNanos = window.toNanos();
    tickedNanos = ticker.nanos();
  }

  /** From now on a busy range is watched for so long before it is cut. */
  public void changeWindow(Duration window) {
    windowNanos = window.toNanos();
  }

  /** Counts a read of {@code key}. */
  public void read(Key key) {
    if (!key.isInfinity()) {
      of(ranges.lookup(key)).read(key);
    }
  }

  /** Counts a read that begins at each of {@code spans}, the first few of them. */
  public void read(List<KeySpan> spans) {
    for (int index = 0; index < Math.min(spans.size(), SPANS_COUNTED_MAX); index++) {
      read(spans.get(index).start());
    }
  }

  /** The meter of a range. */
  public RangeMeter of(RangeDescriptor range) {
    RangeMeter meter = meters.get(range.id());
    return meter == null
        ? meters.computeIfAbsent(range.id(), _ -> new RangeMeter(range, ticker.nanos()))
        : meter;
  }

  /** The ranges {@code before} gave way to those {@code after}. */
  public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {
    long now = ticker.nanos();
    Set<Long> kept = new HashSet<>();
    for (RangeStatus status : after) {
      kept.add(status.descriptor().id());
      of(status.descriptor()).restart(now);
    }
    before.stream().filter(range -> !kept.contains(range.id())).forEach(this::forget);
  }

  private void forget(RangeDescriptor range) {
    meters.remove(range.id());
  }

  /**
   * Works out rates. Called by one thread, from time to time; costs little for ranges at which
   * nothing goes on. Returns the meters of ranges that are too busy.
   */
  public List<RangeMeter> tick(LimitTable table) {
    long now = ticker.nanos();
    long elapsed = now - tickedNanos;
    List<RangeMeter> busy = new ArrayList<>();
    if (elapsed <= 0) {
      return busy;
    }
    tickedNanos = now;
    for (RangeMeter meter : meters.values()) {
      if (!meter.isIdle()) {
        RangeLimits limits = table.of(meter.rangeStart());
        meter.tick(elapsed, now, limits, windowNanos);
        if (meter.requestsPerSecond() > limits.requestsPerSecondMax()) {
          busy.add(meter);
        }
      }
    }
    return busy;
  }

  /** Forgets ranges that are gone: some meters may have been made for those. */
  public void forgetGone() {
    Set<Long> present = new HashSet<>();
    ranges.map().all().forEach(range -> present.add(range.id()));
    meters.keySet().retainAll(present);
  }

  /** A key at which to cut a range that is too busy; see {@link RangeMeter#balancedKey}. */
  public Optional<Key> balancedKey(RangeDescriptor range) {
    return of(range).balancedKey(range.span(), ranges::rowStart, ticker.nanos(), windowNanos);
  }
}
