package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Table as a user defines it.
 *
 * @param families column families; columns that belong to no listed family are stored in the first,
 *     and without any family the whole row is stored together
 */
public record TableDefinition(
    String name,
    List<ColumnDefinition> columns,
    List<KeyColumnDefinition> primaryKey,
    List<FamilyDefinition> families) {

  public TableDefinition {
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    families = List.copyOf(families);
    if (name.isEmpty() || columns.isEmpty() || primaryKey.isEmpty()) {
      throw new IllegalArgumentException(
          "table needs a name, columns and a primary key: name="
              + name
              + " columnCount="
              + columns.size()
              + " keyColumnCount="
              + primaryKey.size());
    }
    Set<String> names = requireDistinctNames(name, columns);
    primaryKey.forEach(key -> requireKnown(names, key.name()));
    families.forEach(family -> family.columns().forEach(column -> requireKnown(names, column)));
  }

  private static Set<String> requireDistinctNames(String table, List<ColumnDefinition> columns) {
    Set<String> names = new HashSet<>();
    for (ColumnDefinition column : columns) {
      if (!names.add(column.name())) {
        throw new IllegalArgumentException(
            "column is defined twice: table=" + table + " column=" + column.name());
      }
    }
    return names;
  }

  private static void requireKnown(Set<String> names, String column) {
    if (!names.contains(column)) {
      throw new IllegalArgumentException("column is not defined: column=" + column);
    }
  }
}
