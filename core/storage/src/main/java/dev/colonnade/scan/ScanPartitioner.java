package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Partitioner of parallel scans: divides the spans of a scan at range boundaries into partitions
 * that are scanned concurrently. Many ranges share a partition, because each partition has a fixed
 * cost.
 */
final class ScanPartitioner {
  /** Partitions per thread: enough for all threads to finish at about the same time. */
  static final int PARTITIONS_PER_THREAD = 8;

  /**
   * Spans of one range that make a further partition: spans beside others in a range are mostly
   * single rows, of which a few take less time than to start a thread.
   */
  static final int SPANS_PER_PARTITION = 64;

  private ScanPartitioner() {}

  /**
   * Returns the spans of each partition, in scan order, {@code partitionsMax} partitions at most.
   */
  static List<List<KeySpan>> partition(
      List<KeySpan> spans, RangeMap ranges, int partitionsMax, boolean reverse) {
    List<KeySpan> parts = new ArrayList<>();
    int rangeCount = 0;
    long rangeId = 0; // of none
    for (KeySpan span : spans) {
      for (RangeDescriptor range : ranges.overlapping(span)) {
        parts.add(span.intersect(range.span()));
        rangeCount += range.id() == rangeId ? 0 : 1;
        rangeId = range.id();
      }
    }
    int count =
        Math.min(partitionsMax, rangeCount + (parts.size() - rangeCount) / SPANS_PER_PARTITION);
    List<List<KeySpan>> partitions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) parts.size() * i / count);
      int to = (int) ((long) parts.size() * (i + 1) / count);
      partitions.add(join(parts.subList(from, to)));
    }
    if (reverse) {
      Collections.reverse(partitions);
    }
    return partitions;
  }

  /** Returns the same keys in fewer spans: adjacent spans are merged. */
  static List<KeySpan> join(List<KeySpan> ascending) {
    List<KeySpan> joined = new ArrayList<>();
    for (KeySpan span : ascending) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).end().equals(span.start())) {
        joined.set(last, new KeySpan(joined.get(last).start(), span.end()));
      } else {
        joined.add(span);
      }
    }
    return joined;
  }
}
