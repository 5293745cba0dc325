package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Comparison of every index with the rows of its table. */
final class IndexChecks {
  private static final int ROW_BYTES_MAX = 1 << 20;

  private IndexChecks() {}

  /** Fails unless each index has exactly the entries of the table's rows. */
  static void requireSound(Database database, String tableName) {
    try (ReadView view = database.versions().reads().open()) {
      Table table = database.catalog().snapshot().table(tableName);
      Map<Key, @Nullable Object[]> rows = rows(view, table);
      for (TableIndex index : table.indexes()) {
        assertThat(entries(view, index.span()))
            .as("entries of index=%s table=%s", index.name(), tableName)
            .isEqualTo(expected(database, table, index, rows));
      }
    }
  }

  private static Map<Key, String> expected(
      Database database, Table table, TableIndex index, Map<Key, @Nullable Object[]> rows) {
    Index.Definition definition = index.descriptor().definition();
    List<RowExpression> expressions =
        definition.expressions().stream()
            .map(expression -> database.context().sql().conditions().valueOf(table, expression))
            .toList();
    IndexEntryWriter writer =
        new IndexEntryWriter(index, table.schema(), expressions, ROW_BYTES_MAX);
    Index.Predicate partial = definition.predicate();
    RowPredicate condition =
        partial == null
            ? _ -> true
            : database.context().sql().conditions().of(table, partial.expression());
    Map<Key, String> expected = new TreeMap<>();
    for (@Nullable Object[] row : rows.values()) {
      if (Boolean.TRUE.equals(condition.holds(row))) {
        IndexEntryWriter.Entry entry = writer.entry(row);
        assertThat(expected.put(entry.key(), withoutVersion(entry.value())))
            .as("two rows with one key: index=%s key=%s", index.name(), entry.key())
            .isNull();
      }
    }
    return expected;
  }

  private static Map<Key, String> entries(ReadView view, KeySpan span) {
    Map<Key, String> entries = new TreeMap<>();
    try (VersionCursor cursor = view.cursor(span)) {
      for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
        entries.put(cursor.key(), withoutVersion(cursor.value()));
      }
    }
    return entries;
  }

  public static Map<Key, @Nullable Object[]> rows(ReadView view, Table table) {
    KeyCodec keys = table.format().keyCodec();
    Map<Key, Map<Integer, byte[]>> values = new TreeMap<>();
    try (VersionCursor cursor = view.cursor(keys.span())) {
      for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
        values
            .computeIfAbsent(keys.rowKeyOf(cursor.key()), _ -> new HashMap<>())
            .put(keys.familyOf(cursor.key()), cursor.value());
      }
    }
    RowDecoder decoder = new RowDecoder(table.format());
    Map<Key, @Nullable Object[]> rows = new TreeMap<>();
    values.forEach((key, families) -> rows.put(key, decoder.decode(key, families)));
    return rows;
  }

  private static String withoutVersion(byte[] value) {
    byte[] copy = value.clone();
    VersionHeader.setTimestamp(copy, 0);
    return HexFormat.of().formatHex(Arrays.copyOf(copy, copy.length));
  }
}
