package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.RowFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are looked up by entries of an index, many at a time, in any order. */
final class IndexLookupStream implements PageStream {
  private static final int KEYS_FIRST = 64;
  private static final int KEYS_MAX = 2048;

  /** Access to rows by their keys. */
  @FunctionalInterface
  interface RowLookup {
    /** Opens the rows with these keys, at most {@code limit}; 0 for all. */
    PageStream open(List<Key> keys, long limit);
  }

  private final RowFormat format;
  private final long rowLimit;
  private final PageStream entries;
  private final RowLookup lookup;
  private final BatchSchema schema;
  private final TypeKind[] keyKinds;

  private @Nullable ScanPage entryPage;
  private @Nullable PageReader entryReader;
  private int entryRow;
  private @Nullable PageStream rows;
  private int keysWanted;
  private long rowsReturned;

  /**
   * Creates a stream.
   *
   * @param columns the ids of the columns of the rows
   * @param rowLimit the maximum number of rows; 0 for all
   * @param entries the keys of the rows
   */
  IndexLookupStream(
      Table table, List<Integer> columns, long rowLimit, PageStream entries, RowLookup lookup) {
    this.format = table.format();
    this.rowLimit = rowLimit;
    this.entries = entries;
    this.lookup = lookup;
    this.keysWanted = KEYS_FIRST;
    this.schema = BatchSchema.stored(columns.stream().map(table.schema()::column).toList());
    this.keyKinds =
        table.schema().keyColumns().stream()
            .map(column -> TypeMapping.sqlType(column.type()).kind())
            .toArray(TypeKind[]::new);
  }

  @Override
  public PageFormat format() {
    return PageFormat.VECTORS;
  }

  @Override
  public BatchSchema schema() {
    return schema;
  }

  @Override
  public @Nullable ScanPage next() {
    while (rowLimit == 0 || rowsReturned < rowLimit) {
      if (rows == null && !openNext()) {
        return null;
      }
      ScanPage page = requireNonNull(rows, "rows is null").next();
      if (page != null) {
        rowsReturned += page.rowCount();
        return page;
      }
      closeRows();
    }
    return null;
  }

  /** Looks up the rows of the next entries. Returns whether there are any. */
  private boolean openNext() {
    List<Key> keys = new ArrayList<>(keysWanted);
    while (keys.size() < keysWanted && nextEntry()) {
      keys.add(keyOf(requireNonNull(entryReader, "entryReader is null").row(entryRow)));
    }
    if (keys.isEmpty()) {
      return false;
    }
    long limit = rowLimit == 0 ? 0 : rowLimit - rowsReturned;
    rows = lookup.open(keys, limit);
    keysWanted = Math.min(KEYS_MAX, keysWanted * 2);
    return true;
  }

  private boolean nextEntry() {
    entryRow++;
    while (entryPage == null || entryRow >= entryPage.rowCount()) {
      closeEntryPage();
      ScanPage next = entries.next();
      if (next == null) {
        return false;
      }
      entryPage = next;
      entryReader =
          next.rowCount() == 0
              ? null
              : new PageReader(PageReader.Rows.of(next, entries.schema().columns()));
      entryRow = 0;
    }
    return true;
  }

  private Key keyOf(@Nullable Object[] held) {
    @Nullable Object[] values = new @Nullable Object[held.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueConverter.toJava(keyKinds[i], held[i]);
    }
    return format.keyCodec().encode(values);
  }

  @Override
  public void pause() {
    entries.pause();
    if (rows != null) {
      rows.pause();
    }
  }

  @Override
  public void close() {
    closeRows();
    closeEntryPage();
    entries.close();
  }

  private void closeRows() {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }

  private void closeEntryPage() {
    if (entryPage != null) {
      entryPage.close();
      entryPage = null;
      entryReader = null;
    }
  }
}
