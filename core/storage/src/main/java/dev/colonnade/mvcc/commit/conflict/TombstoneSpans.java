package dev.colonnade.mvcc.commit.conflict;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Spans in which a delete leaves a tombstone also where there is no value: older versions of their
 * keys are going to be ingested, and must not appear again. Thread-safe; a change takes effect for
 * the commits after an exclusive command that touches all keys.
 */
public final class TombstoneSpans {
  private volatile List<KeySpan> spans = List.of();

  /** Adds a span. */
  public synchronized void add(KeySpan span) {
    List<KeySpan> more = new ArrayList<>(spans);
    more.add(span);
    spans = List.copyOf(more);
  }

  /** Removes a span that was added. */
  public synchronized void remove(KeySpan span) {
    List<KeySpan> fewer = new ArrayList<>(spans);
    fewer.remove(span);
    spans = List.copyOf(fewer);
  }

  /** Returns whether a delete of the key leaves a tombstone. */
  public boolean contains(Key key) {
    for (KeySpan span : spans) {
      if (span.contains(key)) {
        return true;
      }
    }
    return false;
  }
}
