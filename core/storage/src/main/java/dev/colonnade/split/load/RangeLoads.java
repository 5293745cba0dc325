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

/** Load meters of all ranges. Thread-safe; counting a request is lock-free. */
public final class RangeLoads {
  private static final int SPANS_COUNTED_MAX = 16;

  private final Ranges ranges;
  private final NanoTicker ticker;
  private final ConcurrentHashMap<Long, RangeMeter> meters = new ConcurrentHashMap<>();
  private volatile long windowNanos;

  /** Time of the last {@link #tick}. Used by the ticking thread only. */
  private long tickedNanos;

  /**
   * Creates meters.
   *
   * @param window time for which the keys of a busy range are sampled before it is split
   */
  public RangeLoads(Ranges ranges, NanoTicker ticker, Duration window) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    windowNanos = window.toNanos();
    tickedNanos = ticker.nanos();
  }

  /** Changes the time for which the keys of a busy range are sampled before it is split. */
  public void changeWindow(Duration window) {
    windowNanos = window.toNanos();
  }

  /** Counts a read of {@code key}. */
  public void read(Key key) {
    if (!key.isInfinity()) {
      of(ranges.lookup(key)).read(key);
    }
  }

  /**
   * Counts a read at the start of each of {@code spans}, at most the first {@link
   * #SPANS_COUNTED_MAX}.
   */
  public void read(List<KeySpan> spans) {
    for (int index = 0; index < Math.min(spans.size(), SPANS_COUNTED_MAX); index++) {
      read(spans.get(index).start());
    }
  }

  /** Returns the meter of a range. */
  public RangeMeter of(RangeDescriptor range) {
    RangeMeter meter = meters.get(range.id());
    return meter == null
        ? meters.computeIfAbsent(range.id(), _ -> new RangeMeter(range, ticker.nanos()))
        : meter;
  }

  /** Replaces the meters after a split or merge of {@code before} into {@code after}. */
  public void replaced(List<RangeDescriptor> before, List<RangeStatus> after) {
    long now = ticker.nanos();
    Set<Long> remaining = new HashSet<>();
    for (RangeStatus status : after) {
      remaining.add(status.descriptor().id());
      of(status.descriptor()).restart(now);
    }
    before.stream().filter(range -> !remaining.contains(range.id())).forEach(this::remove);
  }

  private void remove(RangeDescriptor range) {
    meters.remove(range.id());
  }

  /**
   * Updates the rates. Called periodically by one thread; costs little for idle ranges. Returns the
   * meters of ranges that exceed their load limits.
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

  /** Removes meters of ranges that do not exist any more, which late requests may have created. */
  public void removeStale() {
    Set<Long> present = new HashSet<>();
    ranges.map().all().forEach(range -> present.add(range.id()));
    meters.keySet().retainAll(present);
  }

  /**
   * Returns the split key of a range that exceeds its load limit; see {@link
   * RangeMeter#balancedKey}.
   */
  public Optional<Key> balancedKey(RangeDescriptor range) {
    return of(range).balancedKey(range.span(), ranges::rowStart, ticker.nanos(), windowNanos);
  }
}
