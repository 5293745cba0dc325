package dev.colonnade.sql.command.copy;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.DomainType;
import dev.colonnade.type.SystemType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Columns that COPY lists, and the statements over them. */
final class CopiedColumns {
  private static final int NO_POSITION = -1;

  private CopiedColumns() {}

  /**
   * Returns the columns of the names, or all that are not generated if there are none.
   *
   * @throws ColonnadeException UNKNOWN_COLUMN, DUPLICATE_COLUMN or INVALID_COLUMN_REFERENCE
   */
  static List<Column> of(Table table, List<String> names) {
    if (names.isEmpty()) {
      return table.schema().visibleColumns().stream()
          .filter(column -> !isGenerated(table, column))
          .toList();
    }
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      if (!table.schema().hasVisibleColumn(name)) {
        throw unknown(name, table.name());
      }
      Column column = table.schema().column(name);
      if (columns.contains(column)) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_COLUMN, "column \"%s\" specified more than once".formatted(name));
      }
      if (isGenerated(table, column)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "column \"%s\" is a generated column".formatted(name),
            ErrorFields.NONE.withDetail("Generated columns cannot be used in COPY."));
      }
      columns.add(column);
    }
    return columns;
  }

  /** Returns the names of the copied columns, none if they are all columns of the table. */
  static List<String> names(Table table, List<String> names) {
    return table.descriptor().properties().generated().isEmpty()
        ? names
        : of(table, names).stream().map(Column::name).toList();
  }

  /** Returns the type whose texts a column accepts: one of a system type has that of its values. */
  static SqlType typeOf(Column column) {
    DomainType.Use use = column.domain();
    SystemType system = use == null ? null : use.systemType();
    if (use == null || system == null) {
      return TypeMapping.sqlType(column.type());
    }
    SqlType type = SqlType.of(TypeKind.valueOf(system.name()));
    return use.isArray() ? SqlType.arrayOf(type) : type;
  }

  private static boolean isGenerated(Table table, Column column) {
    return table.descriptor().properties().generated().containsKey(column.id());
  }

  static Set<String> namesOf(Table table) {
    return table.schema().visibleColumns().stream().map(Column::name).collect(Collectors.toSet());
  }

  static ColonnadeException unknown(String column, String table) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_COLUMN,
        "column \"%s\" of relation \"%s\" does not exist".formatted(column, table));
  }

  /** Returns the query for the columns of the names, or for all if there are none. */
  static Query select(QualifiedName table, List<String> names) {
    FromItem.Relation relation = new FromItem.Relation(withoutPosition(table), true);
    if (names.isEmpty()) {
      return new Query.Table(relation, NO_POSITION);
    }
    List<Query.Item> items = new ArrayList<>();
    for (String name : names) {
      items.add(
          new Query.Item(new Reference.Column(List.of(name), NO_POSITION), null, NO_POSITION));
    }
    FromItem source = new FromItem.Table(relation, null, null, NO_POSITION);
    return new Query.Select(
        null,
        items,
        null,
        new Query.From(List.of(source), null),
        Query.Aggregation.NONE,
        NO_POSITION);
  }

  /**
   * Returns the insert of one row of parameters, whose values override those of identity columns.
   */
  static Change.Insert insert(QualifiedName table, List<String> names, int width) {
    List<Expression> row = new ArrayList<>();
    for (int i = 1; i <= width; i++) {
      row.add(new Reference.Parameter(i, NO_POSITION));
    }
    List<Change.TargetColumn> columns =
        names.stream().map(name -> new Change.TargetColumn(name, List.of(), NO_POSITION)).toList();
    FromItem.Relation relation = new FromItem.Relation(withoutPosition(table), true);
    return new Change.Insert(
        null,
        false,
        new Change.Target(relation, null, NO_POSITION),
        new Change.Rows(
            columns,
            Change.Overriding.SYSTEM,
            width == 0 ? null : new Query.Values(List.of(row), NO_POSITION)),
        null,
        List.of(),
        NO_POSITION);
  }

  private static QualifiedName withoutPosition(QualifiedName name) {
    return new QualifiedName(name.parts(), NO_POSITION);
  }
}
