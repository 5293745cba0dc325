package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * An index, with what is needed to read and write its entries. Immutable.
 *
 * <p>An entry is a row of a schema of its own, whose columns have the ids of the table's, or those
 * of expressions:
 *
 * <pre>
 *   plain    key: the index's columns, then those of the primary key
 *            value: the included columns
 *   unique   key: the index's columns, then copies of those of the primary key, which are NULL
 *                 unless a column of the index is
 *            value: the columns of the primary key, the included columns
 * </pre>
 *
 * <p>So two rows have the same key in a unique index if and only if they have the same values and
 * none of them is NULL. Columns of the index take NULL in the keys even where the table's do not:
 * the keys stay what they are when that changes.
 */
public final class TableIndex {
  /** What is added to the id of a key column for its copy in a unique index. */
  private static final int COPY_ID_OFFSET = 1 << 24;

  private final Index descriptor;
  private final RowFormat format;
  private final List<Column> keyCopies;

  private TableIndex(Index descriptor, RowFormat format, List<Column> keyCopies) {
    this.descriptor = descriptor;
    this.format = format;
    this.keyCopies = List.copyOf(keyCopies);
  }

  /** An index of a table whose latest schema is {@code schema}. */
  public static TableIndex of(int tableId, TableSchema schema, Index descriptor) {
    requireNonNull(descriptor, "descriptor is null");
    List<Column> columns = new ArrayList<>();
    List<KeyColumn> key = new ArrayList<>();
    List<Integer> value = new ArrayList<>();
    List<Column> copies = new ArrayList<>();
    for (KeyColumn part : descriptor.definition().columns()) {
      int id = part.columnId();
      IndexExpression expression = descriptor.definition().expression(part);
      columns.add(
          expression == null
              ? named(schema.column(id), id, true)
              : new Column(id, "c" + id, expression.type(), true));
      key.add(part);
    }
    for (KeyColumn part : schema.primaryKey()) {
      if (has(columns, part.columnId())) {
        continue;
      }
      Column column = schema.column(part.columnId());
      columns.add(named(column, column.id(), column.nullable()));
      if (descriptor.isUnique()) {
        Column copy = named(column, column.id() + COPY_ID_OFFSET, true);
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
        columns.add(named(schema.column(id), id, true));
        value.add(id);
      }
    }
    ColumnFamily family = new ColumnFamily(ColumnFamily.FIRST_ID, TableSchemaBuilder.FIRST_FAMILY, value);
    TableSchema entries = new TableSchema(1, columns, key, List.of(family));
    return new TableIndex(
        descriptor, new RowFormat(tableId, descriptor.id(), new SchemaHistory(entries)), copies);
  }

  private static boolean has(List<Column> columns, int id) {
    return columns.stream().anyMatch(column -> column.id() == id);
  }

  /** A name for a column of an index, with a number if it has a column of that name already. */
  public static String nameBeside(List<String> others, String name) {
    String free = name;
    for (int number = 1; others.contains(free); number++) {
      free = name + number;
    }
    return free;
  }

  /** Entries name their columns by id only: names of tables' columns may change. */
  private static Column named(Column column, int id, boolean nullable) {
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

  /** Whether rows may be alike in it until they are checked. */
  public boolean isDeferrable() {
    return descriptor.definition().kind().timing().isDeferrable();
  }

  /** Keys and layouts of the entries. */
  public RowFormat format() {
    return format;
  }

  /** The columns of an entry. */
  public TableSchema schema() {
    return format.latest();
  }

  /** The columns of the index's key, in their order. */
  public List<KeyColumn> columns() {
    return descriptor.definition().columns();
  }

  /** Whether entries hold a column of the table. */
  public boolean holds(int columnId) {
    return schema().hasColumn(columnId);
  }

  /** Copies of columns of the primary key, which tell rows apart where a unique key has a NULL. */
  List<Column> keyCopies() {
    return keyCopies;
  }

  /** The column of the table that a copy is of. */
  static int originalOf(Column copy) {
    return copy.id() - COPY_ID_OFFSET;
  }

  /** All keys of the entries. */
  public KeySpan span() {
    return format.keyCodec().span();
  }

  @Override
  public String toString() {
    return "TableIndex[" + name() + " id=" + id() + "]";
  }
}
