package dev.colonnade.catalog.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.order.SortKeys;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index of a table with the format of its entries. Immutable.
 *
 * <p>An entry is a row of its own schema, whose columns have the ids of the table's columns or of
 * expressions:
 *
 * <pre>
 *   plain    key: the index columns, then the primary key columns
 *            value: the INCLUDE columns
 *   unique   key: the index columns, then copies of the primary key columns; the copies are NULL
 *                 unless an index column is NULL
 *            value: the primary key columns, then the INCLUDE columns
 * </pre>
 *
 * <p>A column whose values have {@link SortKeys} is in the key by its sort key, in a column with an
 * id of its own; the column itself is in the value.
 *
 * <p>So two rows have the same key in a unique index if and only if they have the same values and
 * none of them is NULL. An index whose NULLs are not distinct has no copies: its keys are equal if
 * all values are equal or NULL. Index columns are nullable in the keys even if the table's columns
 * are not: the keys do not depend on later changes of nullability.
 */
public final class TableIndex {
  /** Difference between the id of a primary key column and the id of its copy in a unique index. */
  private static final int COPY_ID_OFFSET = 1 << 24;

  /** Difference between the id of a column and the id of its sort key. */
  private static final int SORT_KEY_ID_OFFSET = 1 << 25;

  private final Index descriptor;
  private final RowFormat format;
  private final List<Column> keyCopies;

  private TableIndex(Index descriptor, RowFormat format, List<Column> keyCopies) {
    this.descriptor = descriptor;
    this.format = format;
    this.keyCopies = List.copyOf(keyCopies);
  }

  /** Returns an index of a table whose latest schema is {@code schema}. */
  public static TableIndex of(int tableId, TableSchema schema, Index descriptor) {
    requireNonNull(descriptor, "descriptor is null");
    List<Column> columns = new ArrayList<>();
    List<KeyColumn> key = new ArrayList<>();
    List<Integer> value = new ArrayList<>();
    List<Column> copies = new ArrayList<>();
    for (KeyColumn part : descriptor.definition().columns()) {
      int id = part.columnId();
      IndexExpression expression = descriptor.definition().expression(part);
      Column column =
          expression == null
              ? entryColumn(schema.column(id), id, true)
              : new Column(id, "c" + id, expression.type(), true);
      columns.add(column);
      if (SortKeys.isNeeded(column.type())) {
        int sortKeyId = id + SORT_KEY_ID_OFFSET;
        columns.add(new Column(sortKeyId, "c" + sortKeyId, ColumnType.Plain.BYTEA, true));
        key.add(new KeyColumn(sortKeyId, part.direction()));
        value.add(id);
      } else {
        key.add(part);
      }
    }
    for (KeyColumn part : schema.primaryKey()) {
      if (has(columns, part.columnId())) {
        continue;
      }
      Column column = schema.column(part.columnId());
      columns.add(entryColumn(column, column.id(), column.nullable()));
      if (descriptor.isUnique() && !descriptor.definition().nullsDistinct()) {
        value.add(column.id());
      } else if (descriptor.isUnique()) {
        Column copy = entryColumn(column, column.id() + COPY_ID_OFFSET, true);
        columns.add(copy);
        copies.add(copy);
        key.add(new KeyColumn(copy.id(), SortDirection.ASCENDING));
        value.add(column.id());
      } else {
        key.add(part);
      }
    }
    for (int id : descriptor.definition().included()) {
      if (!has(columns, id)) {
        columns.add(entryColumn(schema.column(id), id, true));
        value.add(id);
      }
    }
    ColumnFamily family =
        new ColumnFamily(ColumnFamily.FIRST_ID, TableSchemaBuilder.FIRST_FAMILY, value);
    TableSchema entries = new TableSchema(1, columns, key, List.of(family));
    return new TableIndex(
        descriptor, new RowFormat(tableId, descriptor.id(), new SchemaHistory(entries)), copies);
  }

  private static boolean has(List<Column> columns, int id) {
    return columns.stream().anyMatch(column -> column.id() == id);
  }

  /**
   * Returns a column name that is distinct from {@code others}: the name, with a number appended if
   * necessary.
   */
  public static String uniqueName(List<String> others, String name) {
    String unique = name;
    for (int number = 1; others.contains(unique); number++) {
      unique = name + number;
    }
    return unique;
  }

  /**
   * Returns the entry's form of a column. Its name is derived from the id: the table's columns may
   * be renamed.
   */
  private static Column entryColumn(Column column, int id, boolean nullable) {
    return new Column(id, "c" + id, column.type(), nullable);
  }

  public Index descriptor() {
    return descriptor;
  }

  public int id() {
    return descriptor.id();
  }

  public String name() {
    return descriptor.name();
  }

  public boolean isUnique() {
    return descriptor.isUnique();
  }

  /** Returns whether several rows may temporarily have the same key until the deferred check. */
  public boolean isDeferrable() {
    return descriptor.definition().kind().timing().isDeferrable();
  }

  /** Returns the key and value formats of the entries. */
  public RowFormat format() {
    return format;
  }

  /** Returns the schema of the entries. */
  public TableSchema schema() {
    return format.latest();
  }

  /** Returns the key columns in their order. */
  public List<KeyColumn> columns() {
    return descriptor.definition().columns();
  }

  /** Returns the columns at the front of the entries' keys, some of which are sort keys. */
  public List<KeyColumn> keyColumns() {
    return schema().primaryKey().subList(0, columns().size());
  }

  /** Returns whether some columns are in the keys by their sort keys. */
  public boolean hasSortKeys() {
    for (KeyColumn part : keyColumns()) {
      if (isSortKey(part.columnId())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a column of entries is the sort key of another one. */
  public static boolean isSortKey(int columnId) {
    return columnId >= SORT_KEY_ID_OFFSET;
  }

  /** Returns the id of the column that a sort key is of. */
  public static int sourceOf(int sortKeyId) {
    return sortKeyId - SORT_KEY_ID_OFFSET;
  }

  /** Returns the column with the sort key of a column; null if that is in the key itself. */
  public @Nullable Column sortKeyOf(int columnId) {
    int id = columnId + SORT_KEY_ID_OFFSET;
    return schema().hasColumn(id) ? schema().column(id) : null;
  }

  /**
   * Returns the values of the first key columns, with sort keys, for values of the first columns of
   * the index.
   */
  public @Nullable Object[] keyValues(@Nullable Object... values) {
    @Nullable Object[] keys = values.clone();
    for (int i = 0; i < keys.length; i++) {
      int id = columns().get(i).columnId();
      Object value = keys[i];
      if (value != null && sortKeyOf(id) != null) {
        keys[i] = SortKeys.encode((ColumnType.Packed) schema().column(id).type(), value);
      }
    }
    return keys;
  }

  /** Returns the values of the columns of the index in the key of an entry. */
  public @Nullable Object[] decode(Key entryKey) {
    @Nullable Object[] keys = Arrays.copyOf(format.keyCodec().decode(entryKey), columns().size());
    for (int i = 0; i < keys.length; i++) {
      int id = columns().get(i).columnId();
      if (keys[i] instanceof byte[] sortKey && sortKeyOf(id) != null) {
        keys[i] = SortKeys.decode((ColumnType.Packed) schema().column(id).type(), sortKey);
      }
    }
    return keys;
  }

  /** Returns whether the entries contain a column of the table. */
  public boolean contains(int columnId) {
    return schema().hasColumn(columnId);
  }

  /**
   * Returns whether the entries contain the values of a column of the table as they are in the
   * rows: keys have one zero only for both of a floating-point column.
   */
  public boolean isExact(int columnId) {
    if (!contains(columnId)) {
      return false;
    }
    ColumnType type = schema().column(columnId).type();
    return (type != ColumnType.Plain.REAL && type != ColumnType.Plain.DOUBLE)
        || columns().stream().noneMatch(part -> part.columnId() == columnId);
  }

  /**
   * Returns the copies of the primary key columns, which distinguish the rows whose unique key
   * contains a NULL.
   */
  List<Column> keyCopies() {
    return keyCopies;
  }

  /** Returns the id of the table's column for a copy. */
  static int originalOf(Column copy) {
    return copy.id() - COPY_ID_OFFSET;
  }

  /** Returns the key span of the entries. */
  public KeySpan span() {
    return format.keyCodec().span();
  }

  @Override
  public String toString() {
    return "TableIndex[" + name() + " id=" + id() + "]";
  }
}
