package dev.colonnade.store.rocks;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * The native objects behind a cursor of either kind, freed in the order that RocksDB asks for. They
 * keep the store from closing.
 */
final class CursorParts {
  private static final byte[] NOTHING = {};

  private final RocksEngine engine;
  private final Bounded bounded;
  private final RocksIterator iterator;

  private CursorParts(RocksEngine engine, Bounded bounded, RocksIterator iterator) {
    this.engine = engine;
    this.bounded = bounded;
    this.iterator = iterator;
  }

  /**
   * Opens an iterator that reads as {@code base} says, within the bounds of {@code wanted}. To be
   * called inside the gate. What throws leaves nothing behind.
   */
  static CursorParts open(RocksEngine engine, Space space, ReadOptions base, CursorOptions wanted) {
    ColumnFamilyHandle family = engine.family(space);
    Bounded bounded = new Bounded(new ReadOptions(base));
    try {
      bounded.set(wanted);
      RocksIterator iterator = engine.database().newIterator(family, bounded.options);
      engine.opened(); // last, so that it counts what is open
      return new CursorParts(engine, bounded, iterator);
    } catch (RuntimeException | Error e) {
      bounded.close();
      throw e;
    }
  }

  private static @Nullable Slice lowerBound(KeySpan bounds) {
    boolean open = bounds.start().isInfinity() || bounds.start().length() == 0;
    return open ? null : new Slice(bounds.start().bytes());
  }

  /** An empty span may begin at infinity, which RocksDB cannot express: then nothing is below. */
  private static @Nullable Slice upperBound(KeySpan bounds) {
    if (bounds.isEmpty()) {
      return new Slice(bounds.start().isInfinity() ? NOTHING : bounds.start().bytes());
    }
    return bounds.end().isInfinity() ? null : new Slice(bounds.end().bytes());
  }

  RocksIterator iterator() {
    return iterator;
  }

  CursorFrames frames() {
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

  void close() {
    iterator.close();
    bounded.close();
    engine.released();
  }

  /** Options of an iterator and the bounds that they point to. */
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

    /** The options first: they point to the bounds. */
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
