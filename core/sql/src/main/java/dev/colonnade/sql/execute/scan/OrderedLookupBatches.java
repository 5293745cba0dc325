package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of an index, looked up many at a time: the rows of some entries are read in the
 * order of their keys, and returned in that of the entries. One thread.
 */
final class OrderedLookupBatches implements AutoCloseable {
  /** Number of keys of the first lookup, of which a reader of the first rows may need a few. */
  static final int KEYS_FIRST = 16;

  static final int KEYS_MAX = 512;

  /** Most bytes of the rows of a lookup of several keys. */
  static final long LOOKUP_BYTES_MAX = 4L << 20;

  private static final int GROWTH = 4;

  /** Access to rows by their keys. */
  @FunctionalInterface
  interface RowLookup {
    /** Opens the rows with these keys. */
    PageStream open(List<Key> keys);
  }

  private final List<VectorType> types;
  private final int[] keyPositions;
  private final long rowLimit;
  private final IndexEntries entries;
  private final RowLookup lookup;

  /** Keys of entries that were read, whose rows were not. */
  private final Deque<Key> pending = new ArrayDeque<>();

  private int keysWanted;
  private long rowsReturned;
  private boolean isEnded;

  /**
   * Creates batches.
   *
   * @param columns ids of the columns that the lookup returns, those of the primary key among them
   * @param types of the first columns, which are returned
   * @param rowLimit the maximum number of rows; 0 for all
   * @param entries the keys of the rows
   */
  OrderedLookupBatches(
      Table table,
      List<Integer> columns,
      List<VectorType> types,
      long rowLimit,
      PageStream entries,
      RowLookup lookup) {
    this.types = List.copyOf(types);
    this.rowLimit = rowLimit;
    this.entries = new IndexEntries(table, entries);
    this.lookup = requireNonNull(lookup, "lookup is null");
    List<Column> key = table.schema().keyColumns();
    this.keyPositions = key.stream().mapToInt(column -> columns.indexOf(column.id())).toArray();
    this.keysWanted = rowLimit == 0 ? KEYS_FIRST : (int) Math.min(rowLimit, KEYS_MAX);
  }

  /** Returns the next rows, at least one; null after the last. */
  @Nullable VectorBatch next() {
    while (!isEnded && (rowLimit == 0 || rowsReturned < rowLimit)) {
      List<Key> keys = nextKeys();
      if (keys.isEmpty()) {
        isEnded = true;
        return null;
      }
      VectorBatch rows = rows(keys);
      if (rows != null && rows.rowCount() > 0) {
        long left = rowLimit == 0 ? Long.MAX_VALUE : rowLimit - rowsReturned;
        VectorBatch some = rows.rowCount() > left ? rows.slice(0, (int) left) : rows;
        rowsReturned += some.rowCount();
        return some;
      }
    }
    return null;
  }

  private List<Key> nextKeys() {
    List<Key> keys = new ArrayList<>(keysWanted);
    while (keys.size() < keysWanted) {
      Key known = pending.poll();
      Key key = known == null ? entries.next() : known;
      if (key == null) {
        return keys;
      }
      keys.add(key);
    }
    return keys;
  }

  /**
   * Returns the rows with some keys, in their order; null if there are too many bytes of them,
   * after which fewer keys are looked up.
   */
  private @Nullable VectorBatch rows(List<Key> keys) {
    Map<Key, Integer> places = HashMap.newHashMap(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      places.put(keys.get(i), i);
    }
    int[] rowOfPlace = new int[keys.size()];
    int count = 0;
    long bytes = 0;
    VectorBuilder[] columns = types.stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
    try (PageStream stream = lookup.open(keys)) {
      List<Column> stored = stream.schema().columns();
      ScanPage next = stream.next();
      while (next != null) {
        try (ScanPage page = next) {
          bytes += add(page, stored, columns);
          count = place(page, stored, places, rowOfPlace, count);
        }
        if (bytes > LOOKUP_BYTES_MAX && keys.size() > 1) {
          keys.reversed().forEach(pending::push);
          keysWanted = Math.max(1, keys.size() / GROWTH);
          return null;
        }
        next = stream.next();
      }
    }
    if (bytes < LOOKUP_BYTES_MAX / GROWTH) {
      keysWanted = Math.min(KEYS_MAX, keysWanted * GROWTH);
    }
    return inOrder(columns, rowOfPlace, count);
  }

  /** Adds the rows of a page to columns. Returns their bytes. */
  private long add(ScanPage page, List<Column> stored, VectorBuilder[] columns) {
    int count = page.rowCount();
    if (count == 0) {
      return 0;
    }
    VectorBatch rows =
        PageVectors.of(page, stored.subList(0, types.size()), types).batch(0, count, List.of());
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(rows.column(i), count);
    }
    return rows.memoryBytes();
  }

  /**
   * Sets the number, from 1, of each row of a page at the place of its key.
   *
   * @param first number of rows before the page
   */
  private int place(
      ScanPage page, List<Column> stored, Map<Key, Integer> places, int[] rowOfPlace, int first) {
    int count = page.rowCount();
    if (count == 0) {
      return first;
    }
    PageReader reader = new PageReader(PageReader.Rows.of(page, stored));
    @Nullable Object[] key = new @Nullable Object[keyPositions.length];
    for (int row = 0; row < count; row++) {
      for (int i = 0; i < key.length; i++) {
        key[i] = reader.value(keyPositions[i], row);
      }
      Integer place = requireNonNull(places.get(entries.keyOf(key)), "row has no entry");
      rowOfPlace[place] = first + row + 1;
    }
    return first + count;
  }

  private static VectorBatch inOrder(VectorBuilder[] columns, int[] rowOfPlace, int count) {
    Vector[] vectors = new Vector[columns.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[i].build();
    }
    int[] order = new int[count];
    int found = 0;
    for (int row : rowOfPlace) {
      if (row > 0) {
        order[found++] = row - 1;
      }
    }
    return new VectorBatch(count, vectors).gather(order, found);
  }

  @Override
  public void close() {
    isEnded = true;
    pending.clear();
    entries.close();
  }
}
