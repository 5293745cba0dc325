package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bulk.PairSorter;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.StoredEntryWriter;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of a snapshot with their entries in one index. One thread. */
final class IndexedRows {
  private final Table table;
  private final IndexEntries entries;
  private final KeyCodec keys;

  /** Encoder from rows in place; null if entries need objects of the values. */
  private final @Nullable StoredEntryWriter stored;

  /** Columns that the entries need, and their places in the row. */
  private final RowDecoder.Projection wanted;

  private final int[] ordinals;

  /** Number of entries that were added to sorters. */
  private long entryCount;

  /** Rows that were read, and are not counted as progress yet. */
  private int uncountedRows;

  IndexedRows(Table table, TableIndex index, IndexEntries entries, int rowBytesMax) {
    this.table = requireNonNull(table, "table is null");
    this.entries = requireNonNull(entries, "entries is null");
    stored =
        StoredEntryWriter.isFor(index, table.schema())
            ? new StoredEntryWriter(index, table.format(), rowBytesMax)
            : null;
    keys = table.format().keyCodec();
    boolean needsAll =
        entries.condition() != null || !index.descriptor().definition().expressions().isEmpty();
    List<Column> columns =
        table.schema().columns().stream()
            .filter(
                column ->
                    needsAll
                        || index.contains(column.id())
                        || table.schema().keyPart(column.id()) >= 0)
            .toList();
    wanted = new RowDecoder(table.format()).projection(columns);
    ordinals = columns.stream().mapToInt(column -> table.schema().ordinal(column.id())).toArray();
  }

  /**
   * Adds the entries of all rows of a span to a sorter.
   *
   * @param progress counts the rows
   */
  void addAll(ReadView view, KeySpan span, PairSorter.Part sorter, CommandProgress progress) {
    CursorOptions options = CursorOptions.over(span).withoutFillingCache();
    try (VersionCursor cursor = view.cursor(options)) {
      if (stored != null) {
        addStored(cursor, stored, sorter, progress);
      } else {
        addDecoded(cursor, sorter, progress);
      }
    }
    count(progress);
  }

  private void addStored(
      VersionCursor cursor,
      StoredEntryWriter writer,
      PairSorter.Part sorter,
      CommandProgress progress) {
    int step = 0;
    for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
      if (++step % InterruptionPoint.STEPS == 0) {
        InterruptionPoint.check();
        count(progress);
      }
      add(
          writer.entry(
              cursor.keyAddress(), cursor.keyLength(), cursor.valueAddress(), cursor.valueLength()),
          sorter);
    }
  }

  private void addDecoded(VersionCursor cursor, PairSorter.Part sorter, CommandProgress progress) {
    Key rowKey = null;
    int step = 0;
    Map<Integer, byte[]> values = new HashMap<>();
    for (boolean found = cursor.seekToFirst(); found; found = cursor.next()) {
      if (++step % InterruptionPoint.STEPS == 0) {
        InterruptionPoint.check();
        count(progress);
      }
      Key key = cursor.key();
      Key next = keys.rowKeyOf(key);
      if (rowKey != null && !next.equals(rowKey)) {
        add(entries.of(decoded(rowKey, values)), sorter);
        values.clear();
      }
      rowKey = next;
      values.put(keys.familyOf(key), cursor.value());
    }
    if (rowKey != null) {
      add(entries.of(decoded(rowKey, values)), sorter);
    }
  }

  private void count(CommandProgress progress) {
    progress.add(ProgressCounter.ROWS_DONE, uncountedRows);
    uncountedRows = 0;
  }

  /** Adds the entry of a row, which is null if the row has none. */
  private void add(IndexEntryWriter.@Nullable Entry entry, PairSorter.Part sorter) {
    uncountedRows++;
    if (entry != null) {
      sorter.add(entry.key().bytes(), entry.value());
      entryCount++;
    }
  }

  /** Returns the number of entries that were added to sorters. */
  long entryCount() {
    return entryCount;
  }

  private @Nullable Object[] decoded(Key rowKey, Map<Integer, byte[]> values) {
    @Nullable Object[] some = wanted.decode(rowKey, values);
    @Nullable Object[] row = new @Nullable Object[table.schema().columns().size()];
    for (int i = 0; i < some.length; i++) {
      row[ordinals[i]] = some[i];
    }
    return row;
  }

  /** Returns the values that the index needs of a row; null if there is no such row. */
  @Nullable Object @Nullable [] find(ReadView view, Key rowKey) {
    Map<Integer, byte[]> values = new HashMap<>();
    for (ColumnFamily family : table.schema().families()) {
      Version version = view.get(keys.familyKey(rowKey, family.id()));
      if (version != null) {
        values.put(family.id(), version.value());
      }
    }
    return values.containsKey(ColumnFamily.FIRST_ID) ? decoded(rowKey, values) : null;
  }

  /** Returns the entry of a row; null if it has none. */
  IndexEntryWriter.@Nullable Entry entryOf(@Nullable Object @Nullable [] row) {
    return entries.of(row);
  }

  /** Returns the values of the index columns of a row. */
  @Nullable Object[] keyOf(@Nullable Object[] row) {
    return entries.writer().keyOf(row);
  }
}
