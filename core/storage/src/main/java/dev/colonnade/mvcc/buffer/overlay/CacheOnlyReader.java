package dev.colonnade.mvcc.buffer.overlay;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store reader that never blocks: it reads single cached values only and throws {@link
 * WouldBlockException} for everything else. Safe for use by many threads.
 */
public final class CacheOnlyReader implements StoreReader {
  private final StoreReader store;

  public CacheOnlyReader(StoreReader store) {
    this.store = requireNonNull(store, "store is null");
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return switch (store.tryGet(space, key)) {
      case CachedValue.Found(byte[] value) -> value;
      case CachedValue.Absent _ -> null;
      case CachedValue.NotCached _ -> throw new WouldBlockException();
    };
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return store.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    throw new WouldBlockException();
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    throw new WouldBlockException();
  }

  @Override
  public StoreReader asOf(long timestamp) {
    StoreReader then = store.asOf(timestamp);
    return then == store ? this : new CacheOnlyReader(then);
  }

  @Override
  public boolean isCurrent() {
    return store.isCurrent();
  }

  @Override
  public void requireCurrent() {
    if (!store.isCurrent()) {
      throw new WouldBlockException();
    }
  }
}
