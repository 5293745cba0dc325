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
  private final ReadOptions options;
  private final @Nullable Slice lower;
  private final @Nullable Slice upper;
  private final RocksIterator iterator;

  /**
   * Opens an iterator that reads as {@code base} says, within the bounds of {@code wanted}. To be
   * called inside the gate.
   */
  CursorParts(RocksEngine engine, Space space, ReadOptions base, CursorOptions wanted) {
    this.engine = engine;
    ColumnFamilyHandle family = engine.family(space);
    this.options = new ReadOptions(base);
    this.lower = lowerBound(wanted.bounds());
    this.upper = upperBound(wanted.bounds());
    options.setFillCache(wanted.fillCache()).setBackgroundPurgeOnIteratorCleanup(true);
    if (wanted.readaheadBytes() > 0) {
      options.setReadaheadSize(wanted.readaheadBytes());
    }
    if (lower != null) {
      options.setIterateLowerBound(lower);
    }
    if (upper != null) {
      options.setIterateUpperBound(upper);
    }
    this.iterator = engine.database().newIterator(family, options);
    engine.opened(); // last: what throws before leaves nothing open
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
    options.close();
    if (lower != null) {
      lower.close();
    }
    if (upper != null) {
      upper.close();
    }
    engine.released();
  }
}
