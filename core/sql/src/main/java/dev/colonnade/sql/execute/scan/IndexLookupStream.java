package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
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

  private final long rowLimit;
  private final IndexEntries entries;
  private final RowLookup lookup;
  private final BatchSchema schema;

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
    this.rowLimit = rowLimit;
    this.entries = new IndexEntries(table, entries);
    this.lookup = lookup;
    this.keysWanted = KEYS_FIRST;
    this.schema = BatchSchema.stored(columns.stream().map(table.schema()::column).toList());
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
    while (keys.size() < keysWanted) {
      Key key = entries.next();
      if (key == null) {
        break;
      }
      keys.add(key);
    }
    if (keys.isEmpty()) {
      return false;
    }
    long limit = rowLimit == 0 ? 0 : rowLimit - rowsReturned;
    rows = lookup.open(keys, limit);
    keysWanted = Math.min(KEYS_MAX, keysWanted * 2);
    return true;
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
    entries.close();
  }

  private void closeRows() {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
