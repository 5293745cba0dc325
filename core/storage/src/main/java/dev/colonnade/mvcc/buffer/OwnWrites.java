package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a transaction's own writes: those in memory, which prevail, and those that were
 * spilled to files. Safe for use by many threads until the transaction ends.
 */
public final class OwnWrites {
  private final NavigableMap<Key, BufferedWrite> memory;
  private final SpilledWrites spilled;

  /**
   * Creates a snapshot.
   *
   * @param memory must not be modified any more
   */
  OwnWrites(NavigableMap<Key, BufferedWrite> memory, SpilledWrites spilled) {
    this.memory = requireNonNull(memory, "memory is null");
    this.spilled = requireNonNull(spilled, "spilled is null");
  }

  /** Returns a snapshot of writes in memory, which must not be modified any more. */
  public static OwnWrites of(NavigableMap<Key, BufferedWrite> memory) {
    return new OwnWrites(memory, SpilledWrites.NONE);
  }

  /** Returns the write of a key; null if there is none. */
  public @Nullable BufferedWrite get(Key key) {
    BufferedWrite own = memory.get(key);
    return own == null && !spilled.isEmpty() ? spilled.get(key) : own;
  }

  /** Returns a cursor over the writes of keys in {@code span}. */
  public OwnCursor within(KeySpan span) {
    NavigableMap<Key, BufferedWrite> part =
        span.end().isInfinity()
            ? memory.tailMap(span.start(), true)
            : memory.subMap(span.start(), true, span.end(), false);
    return new OwnCursor(part, spilled, span);
  }

  /** Returns whether there are no writes of keys in {@code span}. */
  public boolean isEmpty(KeySpan span) {
    return within(span).first() == null;
  }
}
