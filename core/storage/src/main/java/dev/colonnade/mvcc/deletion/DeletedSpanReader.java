package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a store as they would be if every key in a deleted span had been deleted by itself.
 *
 * <p>A reader {@linkplain StoreReader#asOf as of a timestamp} ignores later spans: their values are
 * where they were, and {@code HISTORY} needs no entries for them. Those of earlier spans are not
 * visible to it, so that it reads {@code HISTORY} as it is stored.
 *
 * <p>The caller obtains the set of spans before this class reads the store: a span is removed from
 * the set only after its values were removed from the store.
 */
final class DeletedSpanReader implements StoreReader {
  /** Timestamp of a reader for which all spans are deleted. */
  static final long NEWEST = Long.MAX_VALUE;

  private final StoreReader store;
  private final DeletedSpans spans;
  private final long readTimestamp;

  private DeletedSpanReader(StoreReader store, DeletedSpans spans, long readTimestamp) {
    this.store = requireNonNull(store, "store is null");
    this.spans = requireNonNull(spans, "spans is null");
    this.readTimestamp = readTimestamp;
  }

  /** Returns a reader of a store with deleted spans; the store itself if there are none. */
  static StoreReader of(StoreReader store, DeletedSpans spans, long readTimestamp) {
    return spans.isEmpty() ? store : new DeletedSpanReader(store, spans, readTimestamp);
  }

  @Override
  public StoreReader asOf(long timestamp) {
    return timestamp >= readTimestamp ? this : new DeletedSpanReader(store, spans, timestamp);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    byte[] value = store.get(space, key);
    return space == Space.ROWS ? spans.shown(key, value, readTimestamp) : value;
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    CachedValue value = store.tryGet(space, key);
    if (space == Space.ROWS && value instanceof CachedValue.Found(byte[] found)) {
      byte[] shown = spans.shown(key, found, readTimestamp);
      return shown == null ? value : new CachedValue.Found(shown);
    }
    return value;
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    List<byte @Nullable []> values = store.multiGet(space, keys);
    if (space != Space.ROWS) {
      return values;
    }
    List<byte @Nullable []> shown = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      shown.add(spans.shown(keys.get(i), values.get(i), readTimestamp));
    }
    return shown;
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return switch (space) {
      case META -> store.cursor(space, options);
      case ROWS -> {
        Cursor rows = store.cursor(space, options);
        yield spans.mayOverlap(options.bounds())
            ? new DeletedRowCursor(rows, spans, readTimestamp)
            : rows;
      }
      case HISTORY -> readTimestamp == NEWEST ? history(options) : store.cursor(space, options);
    };
  }

  /** Opens the rows first: a value that is replaced in between is then in both. */
  private Cursor history(CursorOptions options) {
    KeySpan bounds = options.bounds();
    if (!DeletedVersions.mayExist(spans, bounds)) {
      return store.cursor(Space.HISTORY, options);
    }
    KeySpan rowBounds = DeletedVersions.rowBounds(bounds);
    Cursor rows =
        store.cursor(
            Space.ROWS,
            new CursorOptions(rowBounds, options.fillCache(), options.readaheadBytes()));
    try {
      Cursor history = store.cursor(Space.HISTORY, options);
      return new HistoryCursor(history, new DeletedVersions(rows, spans, bounds));
    } catch (RuntimeException | Error e) {
      rows.close();
      throw e;
    }
  }

  @Override
  public boolean isCurrent() {
    return store.isCurrent();
  }

  @Override
  public void requireCurrent() {
    store.requireCurrent();
  }
}
