package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Values that an insert writes to columns that it does not list. */
final class DefaultValues {
  /**
   * No user's table is called so: it is quoted, and longer than a name may be typed by accident.
   */
  private static final String SOURCE = "source of the insert";

  private DefaultValues() {}

  /** One row of the defaults of all columns. */
  static SqlNode row(Table table) {
    List<SqlNode> values = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      values.add(Assignments.defaultOf(column, table));
    }
    SqlNode row = SqlStdOperatorTable.ROW.createCall(SqlParserPos.ZERO, values);
    return SqlStdOperatorTable.VALUES.createCall(SqlParserPos.ZERO, row);
  }

  /** Without a list of columns, fewer values than columns are for the first of them. */
  static List<Column> first(List<Column> columns, SqlNode rows) {
    return firstOf(columns, rows);
  }

  /** Variant of {@link #first} for lists of any type. */
  static <T> List<T> firstOf(List<T> columns, SqlNode rows) {
    if (rows.getKind() != SqlKind.VALUES) {
      return columns;
    }
    int width = ((SqlCall) ((SqlCall) rows).operand(0)).operandCount();
    return width < columns.size() ? columns.subList(0, width) : columns;
  }

  /** The columns that are not named and have a default. */
  static List<Column> omitted(Table table, List<Column> named) {
    return table.schema().columns().stream()
        .filter(column -> !named.contains(column))
        .filter(column -> table.descriptor().defaults().containsKey(column.id()))
        .toList();
  }

  /** A query with the defaults of some columns behind its own. */
  static SqlNode behind(SqlNode query, List<Column> omitted, Table table) {
    if (omitted.isEmpty()) {
      return query;
    }
    SqlParserPos pos = SqlParserPos.ZERO;
    List<SqlNode> list = new ArrayList<>();
    list.add(SqlIdentifier.star(pos));
    omitted.forEach(column -> list.add(Assignments.defaultOf(column, table)));
    SqlNode from = SqlStdOperatorTable.AS.createCall(pos, query, new SqlIdentifier(SOURCE, pos));
    return Returning.select(list, from);
  }
}
