package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over a transaction's own writes of keys in a span. Every method returns the entry that it
 * moves to, or null. Used by one thread.
 */
public final class OwnCursor {
  private final NavigableMap<Key, BufferedWrite> memory;
  private final @Nullable SpilledCursor spilled;
  private final KeySpan span;

  /**
   * Creates a cursor.
   *
   * @param memory writes of keys in the span
   */
  OwnCursor(NavigableMap<Key, BufferedWrite> memory, SpilledWrites spilled, KeySpan span) {
    this.memory = memory;
    this.spilled = spilled.isEmpty() ? null : new SpilledCursor(spilled);
    this.span = span;
  }

  public Map.@Nullable Entry<Key, BufferedWrite> first() {
    return ceiling(span.start());
  }

  public Map.@Nullable Entry<Key, BufferedWrite> last() {
    return lower(span.end());
  }

  public Map.@Nullable Entry<Key, BufferedWrite> ceiling(Key key) {
    return spilled == null
        ? memory.ceilingEntry(key)
        : least(memory.ceilingEntry(key), spilled.ceiling(Key.max(key, span.start())));
  }

  public Map.@Nullable Entry<Key, BufferedWrite> higher(Key key) {
    return spilled == null
        ? memory.higherEntry(key)
        : key.compareTo(span.start()) < 0
            ? ceiling(span.start())
            : least(memory.higherEntry(key), spilled.higher(key));
  }

  public Map.@Nullable Entry<Key, BufferedWrite> floor(Key key) {
    return spilled == null
        ? memory.floorEntry(key)
        : key.compareTo(span.end()) >= 0
            ? lower(span.end())
            : greatest(memory.floorEntry(key), spilled.floor(key));
  }

  public Map.@Nullable Entry<Key, BufferedWrite> lower(Key key) {
    if (key.isInfinity()) {
      return greatest(memory.lastEntry(), spilled == null ? null : spilled.last());
    }
    return spilled == null
        ? memory.lowerEntry(key)
        : greatest(memory.lowerEntry(key), spilled.lower(Key.min(key, span.end())));
  }

  private Map.@Nullable Entry<Key, BufferedWrite> least(
      Map.@Nullable Entry<Key, BufferedWrite> own, Map.@Nullable Entry<Key, BufferedWrite> other) {
    if (other == null || !span.contains(other.getKey())) {
      return own;
    }
    return own == null || other.getKey().compareTo(own.getKey()) < 0 ? other : own;
  }

  private Map.@Nullable Entry<Key, BufferedWrite> greatest(
      Map.@Nullable Entry<Key, BufferedWrite> own, Map.@Nullable Entry<Key, BufferedWrite> other) {
    if (other == null || !span.contains(other.getKey())) {
      return own;
    }
    return own == null || other.getKey().compareTo(own.getKey()) > 0 ? other : own;
  }
}
