package dev.colonnade.mvcc;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CursorOptions;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the database at one timestamp. Its content never changes and is protected from
 * garbage collection while the view is open. Close it soon, and after its cursors. The reads are
 * safe for use by many threads; the cursors are not.
 */
public final class ReadView implements AutoCloseable {
  private final VersionLookup versions;
  private final long timestamp;
  private final RetentionGuard.Pin pin;

  ReadView(VersionLookup versions, long timestamp, RetentionGuard.Pin pin) {
    this.versions = versions;
    this.timestamp = timestamp;
    this.pin = pin;
  }

  /** Returns the read timestamp. */
  public long timestamp() {
    return timestamp;
  }

  /**
   * Returns the version of {@code key} in this snapshot; null if there is none. May read the disk.
   */
  public @Nullable Version get(Key key) {
    return versions.find(key, timestamp);
  }

  /** Variant of {@link #get} that uses cached data only and never reads the disk. */
  public CachedVersion tryGet(Key key) {
    return versions.tryFind(key, timestamp);
  }

  /** Returns an unpositioned cursor over the keys of {@code span} in this snapshot. */
  public VersionCursor cursor(KeySpan span) {
    return cursor(CursorOptions.over(span));
  }

  /** Variant of {@link #cursor(KeySpan)} with read options of the store. */
  public VersionCursor cursor(CursorOptions options) {
    return versions.cursor(options, timestamp);
  }

  /** Unpins the timestamp. Closing twice has no effect. */
  @Override
  public void close() {
    pin.close();
  }
}
