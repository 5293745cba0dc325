package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads at a timestamp. Safe for use by many threads; nothing here waits for a writer or holds one
 * up.
 *
 * <p>A timestamp can be read if it is neither above the {@linkplain #newest newest one} nor below
 * the retention horizon; otherwise the error is READ_TIMESTAMP_IN_FUTURE or READ_TIMESTAMP_TOO_OLD.
 *
 * <p>Single reads pin nothing. They look first and check the horizon afterwards: the collector
 * raises the horizon before it deletes anything, so a horizon that is still at or below the
 * timestamp proves that nothing visible at it had been deleted when we looked. Whoever reads more
 * than once at the same timestamp opens a {@link ReadView}, which pins it.
 */
public final class VersionedReads {
  private final StoreReader store;
  private final PublishedTimestamp published;
  private final RetentionGuard guard;

  public VersionedReads(StoreReader store, PublishedTimestamp published, RetentionGuard guard) {
    this.store = requireNonNull(store, "store is null");
    this.published = requireNonNull(published, "published is null");
    this.guard = requireNonNull(guard, "guard is null");
  }

  /** The same reads of another store: one that shows more than is committed. */
  public VersionedReads over(StoreReader other) {
    return new VersionedReads(other, published, guard);
  }

  /** What keys of a span hold at this moment, for who thinks that most of them hold nothing. */
  public GapReads gaps(KeySpan span) {
    return new GapReads(store, span);
  }

  /** The newest timestamp that is durable. Sees every commit that has returned to its caller. */
  public long latest() {
    return published.get();
  }

  /** The newest timestamp that can be read: {@link PublishedTimestamp#newest}. */
  public long newest() {
    return published.newest();
  }

  /** Pins the newest timestamp that is durable. */
  public ReadView open() {
    return open(published::get);
  }

  /** Pins the {@linkplain #newest newest} timestamp. */
  public ReadView openNewest() {
    return open(published::newest);
  }

  private ReadView open(LongSupplier newest) {
    while (true) {
      long timestamp = newest.getAsLong();
      RetentionGuard.Pin pin = guard.tryPin(timestamp);
      if (pin != null) {
        return new ReadView(this, timestamp, pin);
      }
      // The horizon, which is never above what is published, was raised past what we had read.
    }
  }

  /** Pins {@code readTimestamp} until the view is closed. */
  public ReadView open(long readTimestamp) {
    requirePublished(readTimestamp);
    return new ReadView(this, readTimestamp, guard.pin(readTimestamp));
  }

  /** What {@code key} held at {@code readTimestamp}; null if nothing. May read the disk. */
  public @Nullable Version get(Key key, long readTimestamp) {
    requirePublished(readTimestamp);
    Version version = find(key, readTimestamp);
    guard.requireReadable(readTimestamp);
    return version;
  }

  /**
   * As {@link #get}, as far as memory knows: never reads the disk, so that an event loop may ask.
   */
  public CachedVersion tryGet(Key key, long readTimestamp) {
    requirePublished(readTimestamp);
    CachedVersion version = tryFind(key, readTimestamp);
    guard.requireReadable(readTimestamp);
    return version;
  }

  /** Without the checks of the timestamp, for who has it pinned. */
  @Nullable Version find(Key key, long readTimestamp) {
    byte[] value = store.get(Space.ROWS, key);
    if (value == null) {
      return null;
    }
    VersionHeader.requireComplete(value.length);
    long timestamp = VersionHeader.timestamp(value);
    if (timestamp > readTimestamp) {
      return findInHistory(key, readTimestamp);
    }
    return VersionHeader.isTombstone(value) ? null : new Version(timestamp, value);
  }

  /** Without the checks of the timestamp, for who has it pinned. */
  CachedVersion tryFind(Key key, long readTimestamp) {
    return switch (store.tryGet(Space.ROWS, key)) {
      case CachedValue.Absent absent -> CachedVersion.Absent.ABSENT;
      case CachedValue.NotCached notCached -> CachedVersion.NotCached.NOT_CACHED;
      case CachedValue.Found(byte[] value) -> {
        VersionHeader.requireComplete(value.length);
        long timestamp = VersionHeader.timestamp(value);
        if (timestamp > readTimestamp) {
          yield CachedVersion.NotCached.NOT_CACHED;
        }
        yield VersionHeader.isTombstone(value)
            ? CachedVersion.Absent.ABSENT
            : new CachedVersion.Found(new Version(timestamp, value));
      }
    };
  }

  /** Without the checks of the timestamp, for who has it pinned. */
  VersionCursor cursor(CursorOptions options, long readTimestamp) {
    return new VersionCursor(store, options, readTimestamp);
  }

  private @Nullable Version findInHistory(Key key, long readTimestamp) {
    byte[] first = HistoryLayout.key(key, readTimestamp);
    byte[] last = Arrays.copyOf(key.bytes(), first.length);
    Arrays.fill(last, key.length(), last.length, (byte) 0xFF);
    KeySpan span = new KeySpan(Key.wrap(first), Key.wrap(last).successor());
    try (Cursor cursor = store.cursor(Space.HISTORY, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (cursor.keyLength() == first.length) {
          return versionIfVisible(cursor, readTimestamp);
        }
      }
      cursor.checkStatus();
    }
    return null;
  }

  private static @Nullable Version versionIfVisible(Cursor history, long readTimestamp) {
    HistoryLayout.requireComplete(history.valueLength());
    if (HistoryLayout.supersededAt(history.valueAddress()) <= readTimestamp) {
      return null;
    }
    byte[] entry = history.value();
    byte[] value = Arrays.copyOfRange(entry, HistoryLayout.OLD_VALUE_OFFSET, entry.length);
    return new Version(VersionHeader.timestamp(value), value);
  }

  private void requirePublished(long readTimestamp) {
    long newest = published.newest();
    if (readTimestamp > newest) {
      throw new ColonnadeException(
          ErrorCode.READ_TIMESTAMP_IN_FUTURE,
          "read timestamp above the newest that can be read timestamp=%d newest=%d"
              .formatted(readTimestamp, newest));
    }
  }
}
