package dev.colonnade.mvcc.buffer.overlay;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.OwnCursor;
import dev.colonnade.mvcc.buffer.OwnWrites;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ascending cursor over the rows of a span that are visible to a transaction: a merge of the
 * committed state and its own writes. It starts before the first key.
 */
public final class MergeCursor implements AutoCloseable {
  private final VersionCursor committed;
  private final OwnCursor own;

  private boolean started;
  private @Nullable Key committedKey;
  private Map.@Nullable Entry<Key, BufferedWrite> nextOwn;
  private Key key = Key.EMPTY;
  private byte[] value = new byte[0];

  public MergeCursor(VersionCursor committed, OwnWrites own, KeySpan span) {
    this.committed = committed;
    this.own = own.within(span);
  }

  /** Moves to the next visible row. Returns whether there is one. */
  public boolean next() {
    if (!started) {
      started = true;
      show(committed.seekToFirst());
      nextOwn = own.first();
    }
    while (committedKey != null || nextOwn != null) {
      if (isOwnNext()) {
        if (takeOwn()) {
          return true;
        }
      } else {
        takeCommitted();
        return true;
      }
    }
    return false;
  }

  /** Returns the key. */
  public Key key() {
    return key;
  }

  /** Returns the value, header included. */
  public byte[] value() {
    return value;
  }

  @Override
  public void close() {
    committed.close();
  }

  private boolean isOwnNext() {
    if (nextOwn == null) {
      return false;
    }
    return committedKey == null || nextOwn.getKey().compareTo(committedKey) <= 0;
  }

  /** Consumes the own write, in place of the committed row. Returns whether it has a value. */
  private boolean takeOwn() {
    Map.Entry<Key, BufferedWrite> entry = requireNonNull(nextOwn, "nextOwn is null");
    if (committedKey != null && entry.getKey().equals(committedKey)) {
      show(committed.next());
    }
    advanceOwn();
    byte[] written = entry.getValue().value();
    if (written == null) {
      return false;
    }
    key = entry.getKey();
    value = written;
    return true;
  }

  private void takeCommitted() {
    key = requireNonNull(committedKey, "committedKey is null");
    value = committed.value();
    show(committed.next());
  }

  private void show(boolean onKey) {
    committedKey = onKey ? committed.key() : null;
  }

  private void advanceOwn() {
    nextOwn = nextOwn == null ? null : own.higher(nextOwn.getKey());
  }
}
