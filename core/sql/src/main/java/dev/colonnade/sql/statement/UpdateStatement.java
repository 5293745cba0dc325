package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** UPDATE: a query for keys and new values, and a write. */
final class UpdateStatement implements RowChanging {
  private final Table table;
  private final List<Column> columns;

  /** The views whose conditions the rows have to meet, in the order of the query's columns. */
  private final List<String> checks;

  private final QueryStatement source;

  private UpdateStatement(
      Table table, List<Column> columns, List<String> checks, QueryStatement source) {
    this.checks = checks;
    this.table = table;
    this.columns = columns;
    this.source = source;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlUpdateRows node,
      StatementTransaction transaction) {
    SqlIdentifier target = node.rows().table();
    ViewTarget view = ViewTarget.find(transaction.names(), target, ViewChange.UPDATE);
    if (view != null) {
      return prepare(preparer, sql, node, transaction, view);
    }
    Table table = TableNames.require(transaction, target);
    Map<Column, SqlNode> assignments = assigned(table, node.assignments());
    List<Column> columns = List.copyOf(assignments.keySet());
    List<SqlNode> values = new ArrayList<>(assignments.values());
    int keyWidth = table.schema().primaryKey().size();
    String name = Rows.nameOf(table, node.rows());
    Map<String, SqlNode> assigned = new HashMap<>();
    assignments.forEach(
        (column, value) -> assigned.put(column.name(), Assignments.cast(value, column)));
    values.addAll(
        Returning.afterUpdate(
            Returning.expanded(node.rows().returning(), table, name), name, assigned));
    QueryStatement source =
        preparer.query(
            sql,
            Rows.query(table, node.rows(), values),
            transaction,
            root -> Assignments.cast(root, keyWidth, columns, placesOf(node)));
    return new UpdateStatement(table, columns, List.of(), source);
  }

  private static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlUpdateRows node,
      StatementTransaction transaction,
      ViewTarget view) {
    Table table = view.table();
    String name = Rows.nameOf(table, view, node.rows());
    Map<Column, SqlNode> assignments =
        assigned(table, node.assignments(), column -> view.column(column, ViewChange.UPDATE));
    List<Column> columns = List.copyOf(assignments.keySet());
    Function<Column, SqlNode> after =
        column -> {
          SqlNode value = assignments.get(column);
          return value == null
              ? Returning.reference(name, ViewTarget.hidden(column))
              : Assignments.cast(Nodes.copy(value), column);
        };
    Map<String, SqlNode> checks = view.checks(after);
    Map<String, SqlNode> shown = view.values(after);
    List<SqlNode> values = new ArrayList<>(assignments.values());
    values.addAll(checks.values());
    values.addAll(
        Returning.afterUpdate(
            Returning.expanded(node.rows().returning(), view.columnNames(), name), name, shown));
    int keyWidth = table.schema().primaryKey().size();
    QueryStatement source =
        preparer.query(
            sql,
            Rows.query(table, view, node.rows(), values),
            transaction,
            root -> Assignments.cast(root, keyWidth, columns));
    return new UpdateStatement(table, columns, List.copyOf(checks.keySet()), source);
  }

  private static IntFunction<SqlParserPos> placesOf(SqlUpdateRows node) {
    return index -> node.assignments().get(index).value().getParserPosition();
  }

  /** The columns that get values, and those, in their order. */
  static Map<Column, SqlNode> assigned(Table table, List<SqlUpdateRows.Assignment> assignments) {
    return assigned(table, assignments, name -> Rows.column(table, name));
  }

  private static Map<Column, SqlNode> assigned(
      Table table, List<SqlUpdateRows.Assignment> assignments, Function<String, Column> columnOf) {
    Map<Column, SqlNode> assigned = new LinkedHashMap<>();
    for (SqlUpdateRows.Assignment assignment : assignments) {
      SqlParserPos place = assignment.column().getParserPosition();
      Column column = SqlErrors.about(place, () -> columnOf.apply(assignment.column().getSimple()));
      if (assigned.containsKey(column)) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "multiple assignments to same column \"" + column.name() + "\"");
      }
      IdentityValues.requireUpdatable(table, column, assignment.value());
      assigned.put(column, Assignments.typed(assignment.value(), column, table));
    }
    return assigned;
  }

  @Override
  public List<SqlColumn> columns() {
    return ReturnedRows.columns(source, passed());
  }

  /** Returns the number of columns of the query before those of RETURNING. */
  private int passed() {
    return table.schema().primaryKey().size() + columns.size() + checks.size();
  }

  @Override
  public List<SqlType> parameterTypes() {
    return source.parameterTypes();
  }

  @Override
  public boolean mayBlock() {
    return !checks.isEmpty() || source.mayBlock() || !RowChanging.isPlain(table);
  }

  @Override
  public Changes changes(Execution execution) {
    List<RowChange> changes = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    int keyWidth = table.schema().primaryKey().size();
    ReturnedRows returned = new ReturnedRows(source, passed());
    try (InternalRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          values.add(Assignments.valueOf(columns.get(i), held[keyWidth + i]));
        }
        List<Object> key = Rows.key(table, held);
        if (seen.add(Rows.comparable(key))) { // a row that several others meet is changed once
          ViewChange.require(checks, held, keyWidth + columns.size());
          changes.add(new RowChange.Update(key, columns, values));
          returned.add(held);
        }
      }
    }
    return new Changes("UPDATE", table, changes, returned);
  }
}
