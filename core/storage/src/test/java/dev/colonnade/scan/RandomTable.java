package dev.colonnade.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.SortDirection;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.Store;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RandomRows;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Table with a random schema and a random history, and a model of all its versions: by row key and
 * commit timestamp, the values of the columns that the schema had then.
 */
final class RandomTable implements AutoCloseable {
  private static final String WIDE = "wide";

  private final Random random;
  private final Size size;
  private final RandomRows values;
  final ScanTable table;

  /** Few values for each key column, so that keys repeat. */
  private final List<List<@Nullable Object>> keyPools = new ArrayList<>();

  private final TreeMap<Key, TreeMap<Long, @Nullable Map<Integer, @Nullable Object>>> model =
      new TreeMap<>();
  private final List<Long> timestamps = new ArrayList<>();

  RandomTable(Random random, Store store) {
    this(random, store, ColumnCacheOptions.OFF);
  }

  RandomTable(Random random, Store store, ColumnCacheOptions cacheOptions) {
    this(random, store, cacheOptions, Size.SMALL);
  }

  RandomTable(Random random, Store store, ColumnCacheOptions cacheOptions, Size size) {
    this(random, store, cacheOptions, size, null);
  }

  /** Creates a table whose column cache has segments in a folder. */
  RandomTable(
      Random random,
      Store store,
      ColumnCacheOptions cacheOptions,
      Size size,
      @Nullable Path segmentFolder) {
    this.random = random;
    this.size = size;
    this.values = new RandomRows(random);
    this.table = new ScanTable(store, schema(), cacheOptions, segmentFolder);
    for (Column column : table.schema().keyColumns()) {
      List<@Nullable Object> pool = new ArrayList<>();
      for (int i = 0; i < size.keyValues; i++) {
        pool.add(CellValues.asKey(values.valueOrNull(column.type(), column.nullable())));
      }
      keyPools.add(pool);
    }
    timestamps.add(table.mvcc.reads.latest());
  }

  private TableSchema schema() {
    TableSchemaBuilder builder = TableSchema.builder();
    int keyCount = 1 + random.nextInt(3);
    int count = keyCount + random.nextInt(14);
    List<String> others = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = "c" + i;
      if (random.nextInt(3) > 0) {
        builder.nullable(name, values.type());
      } else {
        builder.required(name, values.type());
      }
      if (i < keyCount) {
        builder.key(
            name, random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING);
      } else {
        others.add(name);
      }
    }
    if (size.wideBytesMax > 0) {
      builder.nullable(WIDE, Plain.TEXT);
      others.add(WIDE);
    }
    int families = 1 + random.nextInt(6);
    for (int i = 0; families > 1 && i < families; i++) {
      List<String> taken = new ArrayList<>();
      for (int n = random.nextInt(4); n > 0 && !others.isEmpty(); n--) {
        taken.add(others.remove(random.nextInt(others.size())));
      }
      builder.family("f" + i, taken.toArray(String[]::new));
    }
    return builder.build();
  }

  /** Makes one random change of rows, schema or ranges. */
  void change() {
    switch (random.nextInt(20)) {
      case 0 -> evolve();
      case 1, 2 -> split();
      case 3 -> merge();
      default -> changeRow();
    }
  }

  /** Makes one random change of a row. */
  void changeRow() {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> delete();
      case 3, 4, 5 -> updateFamily();
      default -> put();
    }
  }

  void evolve() {
    if (table.schema().version() < 8) {
      SchemaHistory history = values.evolve(table.format().history());
      table.evolve(history);
    }
  }

  void split() {
    Key key = table.rowKey(randomKey());
    RangeDescriptor range = table.ranges.lookup(key);
    if (!range.span().start().equals(key)) {
      table.rangeOperations.splitAt(key);
    }
  }

  void merge() {
    List<RangeDescriptor> all = table.ranges.map().all();
    if (all.size() > 1) {
      int at = random.nextInt(all.size() - 1);
      table.rangeOperations.merge(List.of(all.get(at), all.get(at + 1)));
    }
  }

  @Nullable Object[] randomKey() {
    return keyPools.stream().map(pool -> pool.get(random.nextInt(pool.size()))).toArray();
  }

  private @Nullable Object[] randomRow() {
    @Nullable Object[] row = values.row(table.schema());
    @Nullable Object[] key = randomKey();
    for (int i = 0; i < key.length; i++) {
      row[table.schema().ordinal(table.schema().primaryKey().get(i).columnId())] = key[i];
    }
    for (Column column : table.schema().columns()) {
      if (column.name().equals(WIDE)) {
        row[table.schema().ordinal(column.id())] =
            random.nextInt() + "w".repeat(random.nextInt(size.wideBytesMax));
      }
    }
    return row;
  }

  private void put() {
    @Nullable Object[] row = randomRow();
    long timestamp = table.put(row);
    Map<Integer, @Nullable Object> columnValues = new HashMap<>();
    for (int i = 0; i < row.length; i++) {
      columnValues.put(table.schema().columns().get(i).id(), row[i]);
    }
    record(keyOf(row), timestamp, columnValues);
  }

  /** Writes one family of an existing row, with the latest schema. */
  private void updateFamily() {
    @Nullable Object[] row = randomRow();
    Key key = keyOf(row);
    Map<Integer, @Nullable Object> before = rowAt(key, table.mvcc.reads.latest());
    if (before == null) {
      return;
    }
    List<ColumnFamily> families = table.schema().families();
    int index = random.nextInt(families.size());
    long timestamp = table.putFamily(index, row);
    Map<Integer, @Nullable Object> columnValues = new HashMap<>(before);
    for (int id : families.get(index).columnIds()) {
      columnValues.put(id, row[table.schema().ordinal(id)]);
    }
    record(key, timestamp, columnValues);
  }

  private void delete() {
    @Nullable Object[] keyValues = randomKey();
    long timestamp = table.delete(keyValues);
    record(table.rowKey(keyValues), timestamp, null);
  }

  private Key keyOf(@Nullable Object[] row) {
    return table.rowKey(
        table.schema().keyColumns().stream()
            .map(column -> row[table.schema().ordinal(column.id())])
            .toArray());
  }

  private void record(
      Key key, long timestamp, @Nullable Map<Integer, @Nullable Object> columnValues) {
    model.computeIfAbsent(key, k -> new TreeMap<>()).put(timestamp, columnValues);
    timestamps.add(timestamp);
  }

  private @Nullable Map<Integer, @Nullable Object> rowAt(Key key, long timestamp) {
    TreeMap<Long, @Nullable Map<Integer, @Nullable Object>> versions = model.get(key);
    var version = versions == null ? null : versions.floorEntry(timestamp);
    return version == null ? null : version.getValue();
  }

  /** Returns the timestamp of a random commit, or the latest timestamp. */
  long randomTimestamp() {
    return random.nextInt(3) == 0
        ? table.mvcc.reads.latest()
        : timestamps.get(random.nextInt(timestamps.size()));
  }

  /** Forgets commits above a timestamp, which a loss of power has undone. */
  void forgetAbove(long timestamp) {
    timestamps.removeIf(each -> each > timestamp);
    timestamps.add(timestamp);
    model.values().forEach(versions -> versions.tailMap(timestamp, false).clear());
    model.values().removeIf(TreeMap::isEmpty);
  }

  /** Restricts {@link #randomTimestamp} to timestamps from {@code horizon} on. */
  void forgetBefore(long horizon) {
    timestamps.removeIf(timestamp -> timestamp < horizon);
    timestamps.add(horizon);
  }

  /** Returns a value that some row has in the column, or a random one; sometimes NULL. */
  @Nullable Object randomLiteral(Column column) {
    if (!model.isEmpty() && random.nextInt(4) > 0) {
      List<TreeMap<Long, @Nullable Map<Integer, @Nullable Object>>> rows =
          List.copyOf(model.values());
      var columnValues = rows.get(random.nextInt(rows.size())).lastEntry().getValue();
      if (columnValues != null && columnValues.get(column.id()) != null) {
        return columnValues.get(column.id());
      }
    }
    return values.valueOrNull(column.type(), random.nextInt(3) == 0);
  }

  /** Returns the model's result of a request. */
  List<List<@Nullable Object>> expected(ScanRequest request) {
    TableSchema schema = request.target().schema();
    ReferenceFilter filter = new ReferenceFilter(schema);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    var ordered = request.options().isReverse() ? model.descendingMap() : model;
    for (Key key : ordered.keySet()) {
      Map<Integer, @Nullable Object> columnValues = rowAt(key, request.readTimestamp());
      if (columnValues == null || request.spans().stream().noneMatch(span -> span.contains(key))) {
        continue;
      }
      Map<Integer, @Nullable Object> row = new HashMap<>();
      for (Column column : schema.columns()) {
        row.put(
            column.id(),
            columnValues.containsKey(column.id())
                ? columnValues.get(column.id())
                : column.defaultValue());
      }
      if (filter.keeps(request.selection().filter(), row)) {
        rows.add(
            CellValues.row(
                ScanTable.columnsOf(request).stream().map(Column::id).map(row::get).toArray()));
      }
    }
    long limit = request.limits().rowLimit();
    return limit > 0 && limit < rows.size() ? rows.subList(0, (int) limit) : rows;
  }

  @Override
  public void close() {
    table.close();
  }

  /**
   * Size of a random table.
   *
   * @param keyValues number of values of each key column; small, so that keys repeat
   * @param wideBytesMax most bytes of the texts in a column {@code wide}; 0 for no such column
   */
  record Size(int keyValues, int wideBytesMax) {
    static final Size SMALL = new Size(4, 0);
  }
}
