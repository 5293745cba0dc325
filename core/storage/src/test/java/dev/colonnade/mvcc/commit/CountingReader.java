package dev.colonnade.mvcc.commit;

import dev.colonnade.key.Key;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Test reader that records the number of keys of every multi-get. */
public final class CountingReader implements StoreReader {
  private final StoreReader reader;
  private final List<Integer> sizes = new ArrayList<>();

  public CountingReader(StoreReader reader) {
    this.reader = reader;
  }

  /** Returns the numbers of keys of the multi-gets so far. */
  public List<Integer> sizes() {
    return sizes;
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return reader.get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return reader.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    sizes.add(keys.size());
    return reader.multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return reader.cursor(space, options);
  }
}
