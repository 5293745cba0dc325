package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.index.IndexedRowKeys;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Search for rows by the values of some columns: by the primary key or an index with these leading
 * columns, else by a full scan. Reads the newest committed rows and the writes of the transaction,
 * at whatever timestamp the transaction reads: constraints hold for the newest rows.
 */
final class KeySearch {
  private final Transaction transaction;

  KeySearch(Transaction transaction) {
    this.transaction = transaction;
  }

  /**
   * Returns the keys of the rows with these values.
   *
   * @param max maximum number of keys
   */
  List<Key> find(Table table, List<Integer> columnIds, KeyValues key, int max) {
    List<Key> found = findAny(table, columnIds, key, max);
    table.requirePlace(table.format().keyCodec().indexId());
    return found;
  }

  private List<Key> findAny(Table table, List<Integer> columnIds, KeyValues key, int max) {
    Object[] leading = leading(table.schema().primaryKey(), columnIds, key);
    if (leading != null) {
      return rows(table, table.format().keyCodec().span(leading), columnIds, key, max);
    }
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      Object[] front = leading(index.columns(), columnIds, key);
      if (isWhole && index.descriptor().isReady() && front != null) {
        return entries(table, index, index.format().keyCodec().span(index.keyValues(front)), max);
      }
    }
    return rows(table, table.format().keyCodec().span(), columnIds, key, max);
  }

  /**
   * Returns the values in the order of a key's leading columns; null if these are different
   * columns.
   */
  private static Object @Nullable [] leading(
      List<KeyColumn> parts, List<Integer> columnIds, KeyValues key) {
    int width = columnIds.size();
    if (parts.size() < width) {
      return null;
    }
    Object[] values = new Object[width];
    for (int i = 0; i < width; i++) {
      int at = columnIds.indexOf(parts.get(i).columnId());
      if (at < 0) {
        return null;
      }
      values[i] = key.values().get(at);
    }
    return values;
  }

  private List<Key> entries(Table table, TableIndex index, KeySpan span, int max) {
    List<Key> found = new ArrayList<>();
    transaction.noteRead(span);
    try (ReadView view = transaction.overlaid(List.of(span)).open();
        VersionCursor cursor = view.cursor(span)) {
      boolean isThere = cursor.seekToFirst();
      for (; isThere && found.size() < max; isThere = cursor.next()) {
        found.add(IndexedRowKeys.rowKeyOf(table, index, cursor.key(), cursor.value()));
      }
    }
    table.requirePlace(index.id());
    return found;
  }

  private List<Key> rows(
      Table table, KeySpan span, List<Integer> columnIds, KeyValues key, int max) {
    List<Key> found = new ArrayList<>();
    transaction.noteRead(span);
    Row row = new Row(table.format(), columnIds);
    try (ReadView view = transaction.overlaid(List.of(span)).open();
        VersionCursor cursor = view.cursor(span)) {
      boolean isThere = cursor.seekToFirst();
      for (; isThere && found.size() < max; isThere = cursor.next()) {
        Key complete = row.add(cursor.key(), cursor.value());
        if (complete != null && row.completeMatches(key)) {
          found.add(complete);
        }
      }
    }
    Key last = row.end();
    if (last != null && found.size() < max && row.completeMatches(key)) {
      found.add(last);
    }
    return found;
  }

  /** Assembly of rows from their families. */
  private static final class Row {
    private final KeyCodec keys;
    private final RowDecoder decoder;
    private final List<Column> columns;
    private Map<Integer, byte[]> values = new HashMap<>();
    private @Nullable Key rowKey;
    private @Nullable Object[] complete = new @Nullable Object[0];

    Row(RowFormat format, List<Integer> columnIds) {
      this.keys = format.keyCodec();
      this.decoder = new RowDecoder(format);
      this.columns = columnIds.stream().map(format.latest()::column).toList();
    }

    /** Adds a stored key; returns the key of the previous row if this is the first of the next. */
    @Nullable Key add(Key stored, byte[] value) {
      Key next = keys.rowKeyOf(stored);
      Key present = rowKey;
      Key done = present != null && next.equals(present) ? null : end();
      rowKey = next;
      values.put(keys.familyOf(stored), value);
      return done;
    }

    @Nullable Key end() {
      Key done = rowKey;
      if (done != null) {
        complete = decoder.decode(done, values, columns);
        values = new HashMap<>();
        rowKey = null;
      }
      return done;
    }

    boolean completeMatches(KeyValues key) {
      List<Object> values = new ArrayList<>(complete.length);
      for (Object value : complete) {
        if (value == null) {
          return false;
        }
        values.add(value);
      }
      return new KeyValues(values).equals(key);
    }
  }
}
