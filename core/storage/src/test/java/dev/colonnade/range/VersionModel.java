package dev.colonnade.range;

import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reference implementation of multi-version storage, as sorted maps. */
final class VersionModel {
  private final TreeMap<Key, TreeMap<Long, Optional<String>>> versions = new TreeMap<>();

  void put(Key key, long timestamp, String text) {
    versions.computeIfAbsent(key, _ -> new TreeMap<>()).put(timestamp, Optional.of(text));
  }

  void delete(Key key, long timestamp) {
    versions.computeIfAbsent(key, _ -> new TreeMap<>()).put(timestamp, Optional.empty());
  }

  /** Returns the text at {@code timestamp}, if there is any. */
  public Optional<String> get(Key key, long timestamp) {
    return version(key, timestamp).flatMap(Map.Entry::getValue);
  }

  /** Returns the commit timestamp of the version visible at {@code timestamp}, if there is one. */
  Optional<Long> versionOf(Key key, long timestamp) {
    return version(key, timestamp)
        .filter(entry -> entry.getValue().isPresent())
        .map(Map.Entry::getKey);
  }

  /** Returns the keys and texts that are visible at {@code timestamp}, in key order. */
  List<String> scan(KeySpan span, long timestamp) {
    List<String> seen = new ArrayList<>();
    for (Key key : versions.keySet()) {
      if (span.contains(key)) {
        get(key, timestamp).ifPresent(text -> seen.add(key + "=" + text));
      }
    }
    return seen;
  }

  /** Compares a view with the model, in both directions. */
  void requireScan(ReadView view, KeySpan span) {
    List<String> expected = scan(span, view.timestamp());
    List<String> forward = new ArrayList<>();
    List<String> backward = new ArrayList<>();
    try (VersionCursor cursor = view.cursor(span)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        forward.add(cursor.key() + "=" + text(cursor.value()));
      }
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        backward.addFirst(cursor.key() + "=" + text(cursor.value()));
      }
    }
    assertThat(forward).as("at %d", view.timestamp()).isEqualTo(expected);
    assertThat(backward).as("at %d", view.timestamp()).isEqualTo(expected);
  }

  /** Returns the keys that have ever had a value. */
  List<Key> keys() {
    return List.copyOf(versions.keySet());
  }

  /** Removes all versions in {@code span}. */
  public void clear(KeySpan span) {
    versions.keySet().removeIf(span::contains);
  }

  /** Removes all versions committed after {@code timestamp}. */
  void removeAfter(long timestamp) {
    versions.values().forEach(history -> history.tailMap(timestamp, false).clear());
  }

  private Optional<Map.Entry<Long, Optional<String>>> version(Key key, long timestamp) {
    TreeMap<Long, Optional<String>> history = versions.get(key);
    return history == null ? Optional.empty() : Optional.ofNullable(history.floorEntry(timestamp));
  }
}
