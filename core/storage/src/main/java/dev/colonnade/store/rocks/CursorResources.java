package dev.colonnade.store.rocks;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.ffi.CursorFramePool;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Native resources of a cursor of either kind, freed in the order that RocksDB requires. The store
 * cannot be closed while they are open.
 */
final class CursorResources {
  private static final byte[] NO_BYTES = {};

  private final RocksEngine engine;
  private final Bounded bounded;
  private final RocksIterator iterator;

  private CursorResources(RocksEngine engine, Bounded bounded, RocksIterator iterator) {
    this.engine = engine;
    this.bounded = bounded;
    this.iterator = iterator;
  }

  /**
   * Opens an iterator with the read options {@code base}, within the bounds of {@code wanted}. The
   * caller must have entered the gate. Frees all resources if it throws.
   */
  static CursorResources open(
      RocksEngine engine, Space space, ReadOptions base, CursorOptions wanted) {
    ColumnFamilyHandle family = engine.family(space);
    Bounded bounded = new Bounded(new ReadOptions(base));
    try {
      bounded.set(wanted);
      RocksIterator iterator = engine.database().newIterator(family, bounded.options);
      engine.readerOpened(); // last, so that only open readers are counted
      return new CursorResources(engine, bounded, iterator);
    } catch (RuntimeException | Error e) {
      bounded.close();
      throw e;
    }
  }

  private static @Nullable Slice lowerBound(KeySpan bounds) {
    boolean open = bounds.start().isInfinity() || bounds.start().length() == 0;
    return open ? null : new Slice(bounds.start().bytes());
  }

  /**
   * Returns the exclusive upper bound, or null if there is none. An empty span may start at
   * infinity, which RocksDB cannot express; its bound is the empty key, below which there are no
   * keys.
   */
  private static @Nullable Slice upperBound(KeySpan bounds) {
    if (bounds.isEmpty()) {
      return new Slice(bounds.start().isInfinity() ? NO_BYTES : bounds.start().bytes());
    }
    return bounds.end().isInfinity() ? null : new Slice(bounds.end().bytes());
  }

  RocksIterator iterator() {
    return iterator;
  }

  CursorFramePool frames() {
    return engine.frames();
  }

  /** Throws if the last move failed. */
  void checkStatus() {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw RocksErrors.translate("cursor", e);
    }
  }

  public void close() {
    iterator.close();
    bounded.close();
    engine.readerClosed();
  }

  /** Read options of an iterator and the bounds that they point to. */
  private static final class Bounded {
    private final ReadOptions options;
    private @Nullable Slice lower;
    private @Nullable Slice upper;

    Bounded(ReadOptions options) {
      this.options = options;
    }

    void set(CursorOptions wanted) {
      options.setFillCache(wanted.fillCache()).setBackgroundPurgeOnIteratorCleanup(true);
      if (wanted.readaheadBytes() > 0) {
        options.setReadaheadSize(wanted.readaheadBytes());
      }
      lower = lowerBound(wanted.bounds());
      if (lower != null) {
        options.setIterateLowerBound(lower);
      }
      upper = upperBound(wanted.bounds());
      if (upper != null) {
        options.setIterateUpperBound(upper);
      }
    }

    /** Frees the options first, because they point to the bounds. */
    void close() {
      options.close();
      if (lower != null) {
        lower.close();
      }
      if (upper != null) {
        upper.close();
      }
    }
  }
}
