package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lookup of visible versions in a store, without checks of the read timestamp: the caller has
 * pinned it or checks the horizon afterwards. Safe for use by many threads.
 */
public final class VersionLookup {
  private final StoreReader store;

  public VersionLookup(StoreReader store) {
    this.store = requireNonNull(store, "store is null");
  }

  /**
   * Returns the version of {@code key} that is visible at {@code readTimestamp}; null if there is
   * none.
   */
  public @Nullable Version find(Key key, long readTimestamp) {
    StoreReader then = store.asOf(readTimestamp);
    byte[] value = then.get(Space.ROWS, key);
    if (value == null) {
      return null;
    }
    VersionHeader.requireComplete(value.length);
    long timestamp = VersionHeader.timestamp(value);
    if (timestamp > readTimestamp) {
      return findInHistory(then, key, readTimestamp);
    }
    return VersionHeader.isTombstone(value) ? null : new Version(timestamp, value);
  }

  /** Variant of {@link #find} that uses cached data only and never reads the disk. */
  CachedVersion tryFind(Key key, long readTimestamp) {
    return switch (store.asOf(readTimestamp).tryGet(Space.ROWS, key)) {
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

  /** Returns an unpositioned cursor over the visible versions at {@code readTimestamp}. */
  public VersionCursor cursor(CursorOptions options, long readTimestamp) {
    return new VersionCursor(store.asOf(readTimestamp), options, readTimestamp);
  }

  private static @Nullable Version findInHistory(StoreReader store, Key key, long readTimestamp) {
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
}
