package dev.colonnade.split;

import dev.colonnade.range.RangeStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorder of splits and merges: writes a log line and a JFR event for each, counts them, and
 * retains the latest ones. Thread-safe.
 */
final class RangeChanges {
  /** Number of latest changes that are retained. */
  static final int RECENT_MAX = 100;

  private static final Logger LOG = LoggerFactory.getLogger(RangeChanges.class);
  private static final int KEYS_SHOWN = 8;

  // Guarded by the monitor.
  private final Deque<RangeChange> recent = new ArrayDeque<>();
  private final Map<RangeChange.Reason, Long> counts = new EnumMap<>(RangeChange.Reason.class);

  /** Starts the measurement of a change and returns its JFR event. */
  RangeChangeEvent begin() {
    RangeChangeEvent event = new RangeChangeEvent();
    event.begin();
    return event;
  }

  /** Records a completed change. */
  void done(RangeChange change, RangeChangeEvent event) {
    retain(change);
    record(change, event);
    LOG.info(
        "ranges changed reason={} range={} before={} after={} bytes={} largestBytes={}"
            + " durationMicros={} startKey={} cutKeys={}",
        change.reason(),
        change.before().getFirst().id(),
        change.before().size(),
        change.after().size(),
        change.bytes(),
        change.largestBytes(),
        change.durationNanos() / 1_000,
        change.before().getFirst().span().start(),
        cutKeys(change));
  }

  /** Returns the latest changes, the newest last. */
  synchronized List<RangeChange> recent() {
    return List.copyOf(recent);
  }

  /** Returns the number of changes by reason. */
  synchronized Map<RangeChange.Reason, Long> counts() {
    return Map.copyOf(counts);
  }

  private synchronized void retain(RangeChange change) {
    counts.merge(change.reason(), 1L, Long::sum);
    recent.addLast(change);
    if (recent.size() > RECENT_MAX) {
      recent.removeFirst();
    }
  }

  private static void record(RangeChange change, RangeChangeEvent event) {
    event.end();
    if (event.shouldCommit()) {
      event.reason = change.reason().name();
      event.range = change.before().getFirst().id();
      event.rangesBefore = change.before().size();
      event.rangesAfter = change.after().size();
      event.startKey = change.before().getFirst().span().start().toString();
      event.cutKeys = cutKeys(change);
      event.bytes = change.bytes();
      event.largestBytes = change.largestBytes();
      event.commit();
    }
  }

  /** Returns the start keys of the new ranges except the first, at most {@link #KEYS_SHOWN}. */
  private static String cutKeys(RangeChange change) {
    return change.after().stream()
        .skip(1)
        .limit(KEYS_SHOWN)
        .map((RangeStatus status) -> status.descriptor().span().start().toString())
        .collect(
            Collectors.joining(",", "[", change.after().size() > KEYS_SHOWN + 1 ? ",...]" : "]"));
  }
}
