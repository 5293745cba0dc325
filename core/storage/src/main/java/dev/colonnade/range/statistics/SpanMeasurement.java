package dev.colonnade.range.statistics;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinTask;

/**
 * Measurement of the exact statistics of spans while commits continue: the counted content of a
 * snapshot plus the tracked changes of the commits after it. The sum of the two is exact at any
 * time between two groups.
 *
 * <p>The leader creates the snapshot between two groups and reports the changes of every later
 * group to this measurement; the requesting thread does the counting. So no writer ever waits for
 * counting.
 */
public final class SpanMeasurement implements AutoCloseable {
  private final Snapshot snapshot;
  private final List<KeySpan> spans;

  /** Changes by applied groups, by span. Used by the leader only. */
  private final List<StatisticsDelta> applied = new ArrayList<>();

  /** Changes by the group that is being built, by span. Used by the leader only. */
  private final List<StatisticsDelta> building = new ArrayList<>();

  /** Indexes of the spans that the group under construction changes; may contain duplicates. */
  private int[] touched = new int[16];

  /** Number of indexes in {@link #touched}. */
  private int touchedCount;

  /**
   * Counts of the snapshot, by span. Written by the counting thread before the leader reads them.
   */
  private volatile List<RangeStatistics> counted = List.of();

  /**
   * Creates a measurement of {@code spans}, which are in key order and do not overlap, from the
   * state of {@code snapshot} on. Takes ownership of the snapshot.
   */
  public SpanMeasurement(Snapshot snapshot, List<KeySpan> spans) {
    this.snapshot = snapshot;
    this.spans = List.copyOf(spans);
    for (int index = 0; index < spans.size(); index++) {
      applied.add(new StatisticsDelta());
      building.add(new StatisticsDelta());
    }
  }

  /**
   * Counts the content of the snapshot. May take long; on a worker of a fork-join pool the spans
   * are distributed over its threads.
   */
  public void count(RowBoundaries boundaries) {
    counted =
        ForkJoinTask.inForkJoinPool()
            ? new ParallelSpanCount(snapshot, spans, boundaries).invoke()
            : StatisticsCounter.ofAll(snapshot, spans, boundaries);
  }

  /**
   * Returns the exact statistics of the span at {@code index}. Called by the leader between two
   * groups.
   */
  public RangeStatistics statistics(int index) {
    return applied.get(index).applyTo(counted.get(index));
  }

  public void changed(VersionDelta delta, boolean startsRow) {
    int index = indexOf(delta.key());
    if (index >= 0) {
      building.get(index).add(delta, startsRow);
      touch(index);
    }
  }

  private void touch(int index) {
    if (touchedCount == touched.length) {
      touched = Arrays.copyOf(touched, 2 * touchedCount);
    }
    touched[touchedCount++] = index;
  }

  public void applied() {
    for (int position = 0; position < touchedCount; position++) {
      StatisticsDelta change = building.get(touched[position]);
      applied.get(touched[position]).add(change);
      change.clear();
    }
    touchedCount = 0;
  }

  public void discarded() {
    for (int position = 0; position < touchedCount; position++) {
      building.get(touched[position]).clear();
    }
    touchedCount = 0;
  }

  @Override
  public void close() {
    snapshot.close();
  }

  /** Returns the index of the span that contains {@code key}; -1 if there is none. */
  private int indexOf(Key key) {
    int low = 0;
    int high = spans.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      KeySpan span = spans.get(middle);
      if (key.compareTo(span.start()) < 0) {
        high = middle - 1;
      } else if (key.compareTo(span.end()) >= 0) {
        low = middle + 1;
      } else {
        return middle;
      }
    }
    return -1;
  }
}
