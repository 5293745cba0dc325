package dev.colonnade.range;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.VersionDelta;
import dev.colonnade.store.Snapshot;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;

/**
 * Finds the exact statistics of spans while commits go on: counts what a snapshot holds, and
 * follows what is committed after the snapshot was taken. The sum of the two is exact at any moment
 * between two groups.
 *
 * <p>The leader takes the snapshot between two groups and feeds in the changes of every later
 * group; the counting is done by the thread that wants to know, at leisure. So no writer ever waits
 * for counting.
 */
final class SpanMeasure implements AutoCloseable {
  private final Snapshot snapshot;
  private final List<KeySpan> spans;

  /** Of groups that are applied, by span. Used by the leader only. */
  private final List<StatisticsChange> applied = new ArrayList<>();

  /** Of the group being built, by span. Used by the leader only. */
  private final List<StatisticsChange> building = new ArrayList<>();

  /** Indexes of spans that the group being built changes, some more than once. */
  private final IntArrayList touched = new IntArrayList();

  /** Counted in the snapshot, by span. Written by the counting threads before the leader asks. */
  private volatile List<RangeStatistics> counted = List.of();

  /**
   * Measures {@code spans}, which are in order and do not overlap, from the state of {@code
   * snapshot} on.
   */
  SpanMeasure(Snapshot snapshot, List<KeySpan> spans) {
    this.snapshot = snapshot;
    this.spans = List.copyOf(spans);
    for (int index = 0; index < spans.size(); index++) {
      applied.add(new StatisticsChange());
      building.add(new StatisticsChange());
    }
  }

  /**
   * Counts what the snapshot holds. May take long; on a worker of a fork-join pool the spans are
   * shared out among its threads.
   */
  void count(RowBoundaries boundaries) {
    counted =
        ForkJoinTask.inForkJoinPool()
            ? new SpanCount(snapshot, spans, boundaries).invoke()
            : StatisticsCount.ofAll(snapshot, spans, boundaries);
  }

  /** What the span at {@code index} holds. Asked by the leader between two groups. */
  RangeStatistics statistics(int index) {
    return applied.get(index).applyTo(counted.get(index));
  }

  void changed(VersionDelta delta, boolean startsRow) {
    int index = indexOf(delta.key());
    if (index >= 0) {
      building.get(index).add(delta, startsRow);
      touched.add(index);
    }
  }

  void applied() {
    for (int position = 0; position < touched.size(); position++) {
      StatisticsChange change = building.get(touched.getInt(position));
      applied.get(touched.getInt(position)).add(change);
      change.clear();
    }
    touched.clear();
  }

  void discarded() {
    for (int position = 0; position < touched.size(); position++) {
      building.get(touched.getInt(position)).clear();
    }
    touched.clear();
  }

  @Override
  public void close() {
    snapshot.close();
  }

  /** The span that holds {@code key}; -1 if none does. */
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
