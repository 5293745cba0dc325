package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.ResultNames;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * RETURNING clause of a statement that changes rows: expressions behind those that the statement
 * needs.
 */
final class Returning {
  /** No user's table is called so. */
  private static final String SOURCE = "source of the insert";

  private Returning() {}

  /** The expressions with a star replaced by the table's columns. */
  static List<SqlNode> expanded(List<SqlNode> items, Table table, String tableName) {
    return expanded(
        items, table.schema().visibleColumns().stream().map(Column::name).toList(), tableName);
  }

  /** Variant of {@link #expanded(List, Table, String)} for any source with these columns. */
  static List<SqlNode> expanded(List<SqlNode> items, List<String> columns, String tableName) {
    List<SqlNode> expanded = new ArrayList<>();
    for (SqlNode item : items) {
      if (item instanceof SqlIdentifier identifier && identifier.isStar()) {
        for (String column : columns) {
          expanded.add(named(reference(tableName, column), column));
        }
      } else {
        expanded.add(item);
      }
    }
    return expanded;
  }

  static SqlIdentifier reference(String tableName, Column column) {
    return reference(tableName, column.name());
  }

  static SqlIdentifier reference(String tableName, String column) {
    return new SqlIdentifier(List.of(tableName, column), SqlParserPos.ZERO);
  }

  static SqlNode named(SqlNode expression, String name) {
    return SqlStdOperatorTable.AS.createCall(
        SqlParserPos.ZERO, expression, new SqlIdentifier(name, SqlParserPos.ZERO));
  }

  /** The expressions as they are after an update: columns that it assigns are their new values. */
  static List<SqlNode> afterUpdate(
      List<SqlNode> items, String tableName, Map<String, SqlNode> assigned) {
    List<SqlNode> after = new ArrayList<>();
    for (SqlNode item : items) {
      SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
      SqlNode replaced = expression.accept(new Replacement(tableName, assigned));
      after.add(named(replaced == null ? expression : replaced, nameOf(item)));
    }
    return after;
  }

  /** Rows to insert, as a table of all its columns, and what is returned behind those. */
  static SqlNode behindRows(
      SqlNode rows, List<Column> columns, List<SqlNode> returning, Table table) {
    List<SqlNode> list = new ArrayList<>();
    columns.forEach(column -> list.add(reference(table.name(), column)));
    list.addAll(returning);
    SqlNode whole = whole(rows, columns, table);
    return select(
        list,
        SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, whole, identifier(table.name())));
  }

  /** Variant of {@link #behindRows(SqlNode, List, List, Table)} for rows of a view. */
  static SqlNode behindRows(
      SqlNode rows, List<Column> columns, List<SqlNode> returning, ViewTarget view) {
    String name = view.view().name();
    List<SqlNode> list = new ArrayList<>();
    columns.forEach(column -> list.add(reference(name, ViewTarget.hidden(column))));
    list.addAll(returning);
    SqlNode shown = view.over(whole(rows, columns, view.table()));
    return select(
        list, SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, shown, identifier(name)));
  }

  /** Rows to insert, with all columns of their table. */
  private static SqlNode whole(SqlNode rows, List<Column> columns, Table table) {
    List<SqlNode> source = new ArrayList<>(List.of(rows, identifier(SOURCE)));
    List<SqlNode> typed = new ArrayList<>();
    for (Column column : columns) {
      source.add(identifier(column.name()));
      typed.add(named(Assignments.cast(identifier(column.name()), column), column.name()));
    }
    for (Column column : table.schema().columns()) {
      if (!columns.contains(column)) {
        typed.add(named(Assignments.defaultOf(column, table), column.name()));
      }
    }
    return select(typed, SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, source));
  }

  private static SqlIdentifier identifier(String name) {
    return new SqlIdentifier(name, SqlParserPos.ZERO);
  }

  static SqlSelect select(List<SqlNode> list, SqlNode from) {
    return Nodes.select(new SqlNodeList(list, SqlParserPos.ZERO), from);
  }

  private static String nameOf(SqlNode item) {
    return ResultNames.ofItem(item);
  }

  /** Columns by the expressions that are assigned to them. */
  private static final class Replacement extends SqlShuttle {
    private final String tableName;
    private final Map<String, SqlNode> assigned;

    Replacement(String tableName, Map<String, SqlNode> assigned) {
      this.tableName = tableName;
      this.assigned = assigned;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
      List<String> names = identifier.names;
      boolean isColumn =
          names.size() == 1 || (names.size() == 2 && names.getFirst().equals(tableName));
      SqlNode value = isColumn ? assigned.get(names.getLast()) : null;
      return value == null ? identifier : value;
    }
  }
}
