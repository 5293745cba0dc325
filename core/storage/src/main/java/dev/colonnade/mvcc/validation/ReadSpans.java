package dev.colonnade.mvcc.validation;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Bounded set of key spans that a transaction has read, including keys without a row. Adjacent and
 * overlapping spans are merged. If there are too many spans, each two consecutive spans are merged
 * into one that includes the gap between them. Not safe for concurrent use.
 */
final class ReadSpans {
  private final int spansMax;

  /** Start to end; the spans neither overlap nor touch. */
  private final NavigableMap<Key, Key> spans = new TreeMap<>();

  ReadSpans(int spansMax) {
    this.spansMax = spansMax;
  }

  void add(KeySpan span) {
    if (span.isEmpty() || covers(span)) {
      return;
    }
    Key start = span.start();
    Key end = span.end();
    Map.Entry<Key, Key> before = spans.floorEntry(start);
    if (before != null && before.getValue().compareTo(start) >= 0) {
      start = before.getKey();
    }
    NavigableMap<Key, Key> merged = spans.subMap(start, true, end, true);
    if (!merged.isEmpty()) {
      end = Key.max(end, merged.lastEntry().getValue());
      merged.clear();
    }
    spans.put(start, end);
    if (spans.size() > spansMax) {
      mergePairs();
    }
  }

  void addAll(ReadSpans other) {
    other.spans.forEach((start, end) -> add(new KeySpan(start, end)));
  }

  void clear() {
    spans.clear();
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  int count() {
    return spans.size();
  }

  List<KeySpan> all() {
    List<KeySpan> all = new ArrayList<>(spans.size());
    spans.forEach((start, end) -> all.add(new KeySpan(start, end)));
    return all;
  }

  private boolean covers(KeySpan span) {
    Map.Entry<Key, Key> before = spans.floorEntry(span.start());
    return before != null && before.getValue().compareTo(span.end()) >= 0;
  }

  /** Halves the number of spans, so that the next span does not cause another merge. */
  private void mergePairs() {
    List<KeySpan> all = all();
    spans.clear();
    for (int index = 0; index < all.size(); index += 2) {
      KeySpan last = all.get(Math.min(index + 1, all.size() - 1));
      spans.put(all.get(index).start(), last.end());
    }
  }
}
