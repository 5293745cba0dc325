package dev.colonnade.store.rocks;

import dev.colonnade.key.Key;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/** Reader of a RocksDB store, on its newest state or on a snapshot. */
final class RocksReader implements StoreReader {
  private final RocksEngine engine;
  private final UsageGate gate;
  private final ReadOptions options = new ReadOptions();
  private final ReadOptions cachedOnly = new ReadOptions();

  /**
   * Creates a reader of {@code snapshot}, or of the newest state if that is null.
   *
   * @param gate gate that every read enters
   */
  RocksReader(RocksEngine engine, UsageGate gate, @Nullable Snapshot snapshot) {
    this.engine = engine;
    this.gate = gate;
    cachedOnly.setReadTier(ReadTier.BLOCK_CACHE_TIER);
    if (snapshot != null) {
      options.setSnapshot(snapshot);
      cachedOnly.setSnapshot(snapshot);
    }
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    int ticket = gate.enter();
    try {
      return engine.database().get(engine.family(space), options, key.bytes());
    } catch (RocksDBException e) {
      throw RocksErrors.translate("get", e);
    } finally {
      gate.exit(ticket);
    }
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    int ticket = gate.enter();
    try {
      byte[] value = engine.database().get(engine.family(space), cachedOnly, key.bytes());
      return value == null ? CachedValue.Absent.ABSENT : new CachedValue.Found(value);
    } catch (RocksDBException e) {
      if (RocksErrors.isIncomplete(e)) {
        return CachedValue.NotCached.NOT_CACHED;
      }
      throw RocksErrors.translate("tryGet", e);
    } finally {
      gate.exit(ticket);
    }
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<byte @Nullable []> values = multiGetAsList(space, keys);
    for (int at = 0; at < values.size(); at++) {
      if (values.get(at) == null) {
        // RocksJava returns null also for a failed read; a single get distinguishes the cases.
        values.set(at, get(space, keys.get(at)));
      }
    }
    return values;
  }

  private List<byte @Nullable []> multiGetAsList(Space space, List<Key> keys) {
    List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), engine.family(space));
    List<byte[]> bytes = keys.stream().map(Key::bytes).toList();
    int ticket = gate.enter();
    try {
      return new ArrayList<byte @Nullable []>(
          engine.database().multiGetAsList(options, families, bytes));
    } catch (RocksDBException e) {
      throw RocksErrors.translate("multiGet", e);
    } finally {
      gate.exit(ticket);
    }
  }

  @Override
  public Cursor cursor(Space space, CursorOptions wanted) {
    int ticket = gate.enter();
    try {
      CursorResources parts = CursorResources.open(engine, space, options, wanted);
      try {
        return engine.nativeCursors() ? new NativeCursor(parts) : new RocksJavaCursor(parts);
      } catch (RuntimeException | Error e) {
        parts.close();
        throw e;
      }
    } finally {
      gate.exit(ticket);
    }
  }

  /** Frees the native resources; to be called when no more reads are running. */
  void free() {
    options.close();
    cachedOnly.close();
  }
}
