package dev.colonnade.mvcc.deletion;

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
 * <p>The caller reads the set of spans before this class reads the store: a span is removed from
 * the set only after its values were removed from the store.
 */
final class DeletedSpanReads {
  private DeletedSpanReads() {}

  static byte @Nullable [] get(StoreReader store, DeletedSpans spans, Space space, Key key) {
    byte[] value = store.get(space, key);
    return space == Space.ROWS && !spans.isEmpty() ? spans.shown(key, value) : value;
  }

  static CachedValue tryGet(StoreReader store, DeletedSpans spans, Space space, Key key) {
    CachedValue value = store.tryGet(space, key);
    if (space == Space.ROWS
        && !spans.isEmpty()
        && value instanceof CachedValue.Found(byte[] found)) {
      byte[] shown = spans.shown(key, found);
      return shown == null ? value : new CachedValue.Found(shown);
    }
    return value;
  }

  static List<byte @Nullable []> multiGet(
      StoreReader store, DeletedSpans spans, Space space, List<Key> keys) {
    List<byte @Nullable []> values = store.multiGet(space, keys);
    if (space != Space.ROWS || spans.isEmpty()) {
      return values;
    }
    List<byte @Nullable []> shown = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      shown.add(spans.shown(keys.get(i), values.get(i)));
    }
    return shown;
  }

  static Cursor cursor(StoreReader store, DeletedSpans spans, Space space, CursorOptions options) {
    if (spans.isEmpty()) {
      return store.cursor(space, options);
    }
    return switch (space) {
      case META -> store.cursor(space, options);
      case ROWS -> {
        Cursor rows = store.cursor(space, options);
        yield spans.overlaps(options.bounds()) ? new DeletedRowCursor(rows, spans) : rows;
      }
      case HISTORY -> history(store, spans, options);
    };
  }

  /** Opens the rows first: a value that is replaced in between is then in both. */
  private static Cursor history(StoreReader store, DeletedSpans spans, CursorOptions options) {
    KeySpan bounds = options.bounds();
    KeySpan rowBounds = DeletedVersions.rowBounds(bounds);
    if (!spans.overlaps(rowBounds)) {
      return store.cursor(Space.HISTORY, options);
    }
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
}
