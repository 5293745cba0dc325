package dev.colonnade.sql.compare.schema;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * Table with its rows. Immutable.
 *
 * @param constraints of the table, in the parentheses of CREATE TABLE
 * @param indexes statements that create indexes
 * @param rows values as SQL texts, in the order of the columns without generated ones
 */
public record TableDefinition(
    String name,
    List<ColumnDefinition> columns,
    List<String> constraints,
    List<String> indexes,
    List<List<String>> rows) {

  /**
   * Column.
   *
   * @param declaration type and constraints
   */
  public record ColumnDefinition(
      String name, Type type, String declaration, boolean isKey, boolean isGenerated) {
    public String definition() {
      return name + " " + declaration;
    }
  }

  public TableDefinition {
    requireNonNull(name, "name is null");
    columns = List.copyOf(columns);
    constraints = List.copyOf(constraints);
    indexes = List.copyOf(indexes);
    rows = List.copyOf(rows);
  }

  /** Returns a copy with other rows. */
  public TableDefinition withRows(List<List<String>> others) {
    return new TableDefinition(name, columns, constraints, indexes, others);
  }

  /** Returns a copy with other indexes. */
  public TableDefinition withIndexes(List<String> others) {
    return new TableDefinition(name, columns, constraints, others, rows);
  }

  /** Returns a copy with other constraints. */
  public TableDefinition withConstraints(List<String> others) {
    return new TableDefinition(name, columns, others, indexes, rows);
  }

  /** Returns a copy whose columns have no constraints but the primary key, and no defaults. */
  public TableDefinition withPlainColumns() {
    List<ColumnDefinition> plain = new ArrayList<>();
    for (ColumnDefinition column : columns) {
      String declaration =
          column.isGenerated()
              ? column.declaration()
              : column
                  .declaration()
                  .replaceFirst(" (not null|default|check|references)( .*)?$", "");
      plain.add(
          new ColumnDefinition(
              column.name(), column.type(), declaration, column.isKey(), column.isGenerated()));
    }
    return new TableDefinition(name, plain, constraints, indexes, rows);
  }

  /** Returns a copy without a column. */
  public TableDefinition without(int column) {
    List<ColumnDefinition> others = new ArrayList<>(columns);
    others.remove(column);
    int stored = (int) columns.stream().limit(column).filter(each -> !each.isGenerated()).count();
    List<List<String>> fewer = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> values = new ArrayList<>(row);
      if (!columns.get(column).isGenerated()) {
        values.remove(stored);
      }
      fewer.add(values);
    }
    return new TableDefinition(name, others, constraints, indexes, fewer);
  }

  /** Returns the statement that creates the table. */
  public String createStatement() {
    List<String> parts = new ArrayList<>();
    columns.forEach(column -> parts.add(column.definition()));
    parts.addAll(constraints);
    return "create table " + name + " (" + String.join(", ", parts) + ")";
  }

  /** Returns the statement that inserts rows. */
  public String insertStatement(List<List<String>> some) {
    List<String> names =
        columns.stream().filter(each -> !each.isGenerated()).map(ColumnDefinition::name).toList();
    List<String> texts = new ArrayList<>();
    some.forEach(row -> texts.add("(" + String.join(", ", row) + ")"));
    return "insert into %s (%s) values %s"
        .formatted(name, String.join(", ", names), String.join(", ", texts));
  }
}
