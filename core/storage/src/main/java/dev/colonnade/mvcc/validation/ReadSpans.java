package dev.colonnade.mvcc.validation;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Iterator;
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
    if (!span.isEmpty()) {
      add(span.start(), span.end());
    }
  }

  private void add(Key from, Key to) {
    Key start = from;
    Key end = to;
    Map.Entry<Key, Key> before = spans.floorEntry(from);
    if (before != null && before.getValue().compareTo(from) >= 0) {
      if (before.getValue().compareTo(to) >= 0) {
        return;
      }
      start = before.getKey();
    }
    Map.Entry<Key, Key> after = spans.higherEntry(from);
    while (after != null && after.getKey().compareTo(to) <= 0) {
      end = Key.max(end, after.getValue());
      spans.remove(after.getKey());
      after = spans.higherEntry(from);
    }
    spans.put(start, end);
    if (spans.size() > spansMax) {
      mergePairs();
    }
  }

  void addAll(ReadSpans other) {
    other.spans.forEach(this::add);
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

  /** Halves the number of spans, so that the next span does not cause another merge. */
  private void mergePairs() {
    Iterator<Map.Entry<Key, Key>> entries = spans.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Key, Key> first = entries.next();
      if (entries.hasNext()) {
        first.setValue(entries.next().getValue());
        entries.remove();
      }
    }
  }
}
