package dev.colonnade.mvcc;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CursorOptions;
import org.jspecify.annotations.Nullable;

/**
 * The database as it was at one timestamp. What it shows never changes, and is not collected while
 * the view is open; close it soon, and after its cursors. The reads are safe for use by many
 * threads; the cursors are not.
 */
public final class ReadView implements AutoCloseable {
  private final VersionedReads reads;
  private final long timestamp;
  private final RetentionGuard.Pin pin;

  ReadView(VersionedReads reads, long timestamp, RetentionGuard.Pin pin) {
    this.reads = reads;
    this.timestamp = timestamp;
    this.pin = pin;
  }

  /** The timestamp that is read at. */
  public long timestamp() {
    return timestamp;
  }

  /** What {@code key} held; null if nothing. May read the disk. */
  public @Nullable Version get(Key key) {
    return reads.find(key, timestamp);
  }

  /** As {@link #get}, as far as memory knows: never reads the disk. */
  public CachedVersion tryGet(Key key) {
    return reads.tryFind(key, timestamp);
  }

  /** A cursor over what the keys of {@code span} held; it starts unpositioned. */
  public VersionCursor cursor(KeySpan span) {
    return cursor(CursorOptions.over(span));
  }

  /** As {@link #cursor(KeySpan)}, with a say in how the store reads. */
  public VersionCursor cursor(CursorOptions options) {
    return reads.cursor(options, timestamp);
  }

  /** Releases the timestamp. Closing twice is harmless. */
  @Override
  public void close() {
    pin.close();
  }
}
