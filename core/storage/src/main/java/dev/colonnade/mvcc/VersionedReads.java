package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.StoreReader;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot reads at a timestamp. Safe for use by many threads; reads neither wait for writers nor
 * block them.
 *
 * <p>The leader of a cluster may have been replaced without its knowledge. Opening a view checks
 * this after the timestamp is read; single reads rely on the check of the store.
 *
 * <p>A timestamp can be read if it is neither above the {@linkplain #newest newest one} nor below
 * the retention horizon; otherwise the error is READ_TIMESTAMP_IN_FUTURE or READ_TIMESTAMP_TOO_OLD.
 *
 * <p>Single reads pin nothing. They read first and check the horizon afterwards: the collector
 * raises the horizon before it deletes anything, so a horizon that is still at or below the
 * timestamp proves that nothing visible at it had been deleted at the time of the read. A caller
 * that reads more than once at the same timestamp opens a {@link ReadView}, which pins it.
 */
public final class VersionedReads {
  private final StoreReader store;
  private final VersionLookup versions;
  private final PublishedTimestamp published;
  private final RetentionGuard guard;

  public VersionedReads(StoreReader store, PublishedTimestamp published, RetentionGuard guard) {
    this.store = requireNonNull(store, "store is null");
    versions = new VersionLookup(store);
    this.published = requireNonNull(published, "published is null");
    this.guard = requireNonNull(guard, "guard is null");
  }

  /**
   * Returns reads with the same timestamps on another store, such as an overlay of uncommitted
   * writes.
   */
  public VersionedReads over(StoreReader other) {
    return new VersionedReads(other, published, guard);
  }

  /** Returns a reader of the current state for keys of a span that are mostly absent. */
  public AbsentKeyReader absentKeyReader(KeySpan span) {
    return new AbsentKeyReader(store, span);
  }

  /**
   * Returns the newest durable timestamp. It covers every commit that has returned to its caller.
   */
  public long latest() {
    return published.get();
  }

  /** Returns the newest readable timestamp: {@link PublishedTimestamp#newest}. */
  public long newest() {
    return published.newest();
  }

  /** Opens a view at the newest durable timestamp. */
  public ReadView open() {
    return open(published::get);
  }

  /** Opens a view at the {@linkplain #newest newest} timestamp. */
  public ReadView openNewest() {
    return open(published::newest);
  }

  private ReadView open(LongSupplier newest) {
    while (true) {
      long timestamp = newest.getAsLong();
      RetentionGuard.Pin pin = guard.tryPin(timestamp);
      if (pin != null) {
        return current(timestamp, pin);
      }
      // The horizon, never above the published timestamp, was raised above the one read here.
    }
  }

  /** Opens a view at {@code readTimestamp}, which stays pinned until the view is closed. */
  public ReadView open(long readTimestamp) {
    requirePublished(readTimestamp);
    return current(readTimestamp, guard.pin(readTimestamp));
  }

  /**
   * Returns a view of a timestamp that was read before. Later reads of the view need no check of
   * their own, also not those of cached columns: what a timestamp contains never changes.
   */
  private ReadView current(long timestamp, RetentionGuard.Pin pin) {
    try {
      store.requireCurrent();
      return new ReadView(versions, timestamp, pin);
    } catch (RuntimeException | Error e) {
      pin.close();
      throw e;
    }
  }

  /** Returns whether {@link #latest} is the newest timestamp of all copies of the store. */
  public boolean isCurrent() {
    return store.isCurrent();
  }

  /** Waits until {@link #isCurrent}; throws SERIALIZATION_FAILURE if it does not become so. */
  public void requireCurrent() {
    store.requireCurrent();
  }

  /**
   * Returns the version of {@code key} that is visible at {@code readTimestamp}; null if there is
   * none. May read the disk.
   */
  public @Nullable Version get(Key key, long readTimestamp) {
    requirePublished(readTimestamp);
    Version version = versions.find(key, readTimestamp);
    guard.requireReadable(readTimestamp);
    return version;
  }

  /**
   * Variant of {@link #get} that uses cached data only: it never reads the disk, so an event loop
   * may call it.
   */
  public CachedVersion tryGet(Key key, long readTimestamp) {
    requirePublished(readTimestamp);
    CachedVersion version = versions.tryFind(key, readTimestamp);
    guard.requireReadable(readTimestamp);
    return version;
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
