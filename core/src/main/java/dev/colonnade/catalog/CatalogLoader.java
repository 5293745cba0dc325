package dev.colonnade.catalog;

import dev.colonnade.catalog.CatalogCodec.State;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import dev.colonnade.type.EnumType;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Reads the whole catalogue, and refuses one that contradicts itself. */
final class CatalogLoader {
  private CatalogLoader() {}

  static CatalogSnapshot load(StoreReader store) {
    byte[] state = store.get(Space.META, CatalogLayout.STATE_KEY);
    if (state == null) {
      requireNothing(store, CatalogLayout.enumSpan());
      requireNothing(store, CatalogLayout.tableSpan());
      return CatalogSnapshot.EMPTY;
    }
    State decoded = CatalogCodec.decodeState(CatalogLayout.STATE_KEY, state);
    Map<Integer, EnumType> enumsById = new HashMap<>();
    TreeMap<String, EnumType> enums = new TreeMap<>();
    forEach(
        store,
        CatalogLayout.enumSpan(),
        (key, value) -> {
          EnumType type = CatalogCodec.decodeEnum(key, value);
          requireConsistent(enums.put(type.name(), type) == null, key, "name is there twice");
          requireConsistent(type.id() < decoded.nextObjectId(), key, "id was never given out");
          enumsById.put(type.id(), type);
        });
    TreeMap<String, Table> tables = new TreeMap<>();
    forEach(
        store,
        CatalogLayout.tableSpan(),
        (key, value) -> {
          TableDescriptor table = CatalogCodec.decodeTable(key, value, enumsById);
          requireConsistent(
              tables.put(table.name(), Table.of(table)) == null, key, "name is there twice");
          requireConsistent(table.id() < decoded.nextObjectId(), key, "id was never given out");
        });
    return new CatalogSnapshot(decoded.version(), decoded.nextObjectId(), tables, enums);
  }

  private static void requireNothing(StoreReader store, KeySpan span) {
    forEach(store, span, (key, value) -> requireConsistent(false, key, "there is no state record"));
  }

  private static void forEach(StoreReader store, KeySpan span, BiConsumer<Key, byte[]> action) {
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        action.accept(cursor.key(), cursor.value());
      }
      cursor.checkStatus();
    }
  }

  private static void requireConsistent(boolean holds, Key key, String otherwise) {
    if (!holds) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "catalogue contradicts itself: key=" + key + " " + otherwise);
    }
  }
}
