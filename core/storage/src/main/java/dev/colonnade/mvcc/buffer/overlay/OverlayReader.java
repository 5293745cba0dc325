package dev.colonnade.mvcc.buffer.overlay;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.OwnCursor;
import dev.colonnade.mvcc.buffer.OwnWrites;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store reader with an overlay of uncommitted rows. The values and tombstones of the overlay have
 * timestamp zero, so that they are visible at every timestamp: every kind of versioned read through
 * this reader includes the writes of the transaction. Safe for use by many threads.
 */
public final class OverlayReader implements StoreReader {
  private final StoreReader store;
  private final OwnWrites rows;

  /** Creates a reader of {@code store} overlaid with {@code rows}. */
  public OverlayReader(StoreReader store, OwnWrites rows) {
    this.store = requireNonNull(store, "store is null");
    this.rows = requireNonNull(rows, "rows is null");
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    byte[] own = own(space, key);
    return own == null ? store.get(space, key) : own.clone();
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    byte[] own = own(space, key);
    return own == null ? store.tryGet(space, key) : new CachedValue.Found(own.clone());
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    List<byte @Nullable []> values = new ArrayList<>(store.multiGet(space, keys));
    for (int index = 0; index < keys.size(); index++) {
      byte[] own = own(space, keys.get(index));
      if (own != null) {
        values.set(index, own.clone());
      }
    }
    return values;
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    Cursor cursor = store.cursor(space, options);
    if (space != Space.ROWS) {
      return cursor;
    }
    OwnCursor own = rows.within(options.bounds());
    return own.first() == null ? cursor : new OverlayCursor(cursor, own);
  }

  @Override
  public StoreReader asOf(long timestamp) {
    StoreReader then = store.asOf(timestamp);
    return then == store ? this : new OverlayReader(then, rows);
  }

  @Override
  public boolean isCurrent() {
    return store.isCurrent();
  }

  @Override
  public void requireCurrent() {
    store.requireCurrent();
  }

  private byte @Nullable [] own(Space space, Key key) {
    BufferedWrite own = space == Space.ROWS ? rows.get(key) : null;
    return own == null ? null : own.stored();
  }
}
