package dev.colonnade.type.schema;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.ColumnType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builder of the first schema version of a table: columns get the ids 1, 2, ... and families 0, 1,
 * ... in the order of the calls. Columns without an explicit family belong to the first one.
 */
public final class TableSchemaBuilder {
  /** The name of the only family of a table without explicit families. */
  public static final String FIRST_FAMILY = "primary";

  private record NamedFamily(String name, List<String> columns) {}

  private record NamedKey(String column, SortDirection direction) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<NamedKey> keys = new ArrayList<>();
  private final List<NamedFamily> families = new ArrayList<>();

  TableSchemaBuilder() {}

  /** Adds a column that allows NULL. */
  public TableSchemaBuilder nullable(String name, ColumnType type) {
    return column(name, DeclaredType.of(type), true);
  }

  /** Adds a column that does not allow NULL. */
  public TableSchemaBuilder required(String name, ColumnType type) {
    return column(name, DeclaredType.of(type), false);
  }

  /** Adds a column of a declared type. */
  public TableSchemaBuilder column(String name, DeclaredType type, boolean nullable) {
    columns.add(
        new Column(
            columns.size() + 1,
            name,
            type.stored(),
            nullable,
            null,
            type.domain(),
            type.modifier()));
    return this;
  }

  /** Adds columns to the primary key, ascending. */
  public TableSchemaBuilder key(String... names) {
    for (String name : names) {
      key(name, SortDirection.ASCENDING);
    }
    return this;
  }

  /** Adds a column to the primary key. */
  public TableSchemaBuilder key(String name, SortDirection direction) {
    keys.add(new NamedKey(name, direction));
    return this;
  }

  /** Adds a family of columns outside the key. */
  public TableSchemaBuilder family(String name, String... columnNames) {
    families.add(new NamedFamily(name, List.of(columnNames)));
    return this;
  }

  public TableSchema build() {
    List<KeyColumn> primaryKey = new ArrayList<>();
    for (NamedKey key : keys) {
      primaryKey.add(new KeyColumn(idOf(key.column()), key.direction()));
    }
    return new TableSchema(1, columns, primaryKey, buildFamilies());
  }

  private List<ColumnFamily> buildFamilies() {
    List<NamedFamily> named =
        families.isEmpty() ? List.of(new NamedFamily(FIRST_FAMILY, List.of())) : families;
    List<ColumnFamily> built = new ArrayList<>();
    for (NamedFamily family : named) {
      List<Integer> ids = new ArrayList<>();
      for (String column : family.columns()) {
        ids.add(idOf(column));
      }
      if (built.isEmpty()) {
        ids.addAll(unassignedIds());
      }
      built.add(new ColumnFamily(built.size(), family.name(), ids));
    }
    return built;
  }

  private List<Integer> unassignedIds() {
    Set<String> assigned = new HashSet<>();
    keys.forEach(key -> assigned.add(key.column()));
    families.forEach(family -> assigned.addAll(family.columns()));
    return columns.stream()
        .filter(column -> !assigned.contains(column.name()))
        .map(Column::id)
        .toList();
  }

  private int idOf(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column.id();
      }
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_COLUMN, "no such column: column=" + name);
  }
}
