package dev.colonnade.range;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The simplest thing that could remember every version: what a store with mvcc on it should show.
 */
final class VersionModel {
  private final TreeMap<Key, TreeMap<Long, Optional<String>>> versions = new TreeMap<>();

  void put(Key key, long timestamp, String text) {
    versions.computeIfAbsent(key, _ -> new TreeMap<>()).put(timestamp, Optional.of(text));
  }

  void delete(Key key, long timestamp) {
    versions.computeIfAbsent(key, _ -> new TreeMap<>()).put(timestamp, Optional.empty());
  }

  /** The text at {@code timestamp}, if there was any. */
  Optional<String> get(Key key, long timestamp) {
    return version(key, timestamp).flatMap(Map.Entry::getValue);
  }

  /** When what is visible at {@code timestamp} was committed, if anything is. */
  Optional<Long> versionOf(Key key, long timestamp) {
    return version(key, timestamp)
        .filter(entry -> entry.getValue().isPresent())
        .map(Map.Entry::getKey);
  }

  /** Keys and texts that are visible at {@code timestamp}, in order. */
  List<String> scan(KeySpan span, long timestamp) {
    List<String> seen = new ArrayList<>();
    for (Key key : versions.keySet()) {
      if (span.contains(key)) {
        get(key, timestamp).ifPresent(text -> seen.add(key + "=" + text));
      }
    }
    return seen;
  }

  /** Forgets everything in {@code span}. */
  void clear(KeySpan span) {
    versions.keySet().removeIf(span::contains);
  }

  /** Forgets what was committed after {@code timestamp}. */
  void forgetAfter(long timestamp) {
    versions.values().forEach(history -> history.tailMap(timestamp, false).clear());
  }

  private Optional<Map.Entry<Long, Optional<String>>> version(Key key, long timestamp) {
    TreeMap<Long, Optional<String>> history = versions.get(key);
    return history == null ? Optional.empty() : Optional.ofNullable(history.floorEntry(timestamp));
  }
}
