package dev.colonnade.sql.statement;

import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.sql.run.HeldRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** UPDATE: a query for keys and new values, and a write. */
final class UpdateStatement implements RowChanging {
  private final Table table;
  private final List<Column> columns;
  private final QueryStatement source;

  private UpdateStatement(Table table, List<Column> columns, QueryStatement source) {
    this.table = table;
    this.columns = columns;
    this.source = source;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlUpdateRows node,
      StatementTransaction transaction) {
    Table table = transaction.names().table(node.rows().table().names);
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
            root -> Assignments.cast(root, keyWidth, columns));
    return new UpdateStatement(table, columns, source);
  }

  /** The columns that get values, and those, in their order. */
  static Map<Column, SqlNode> assigned(Table table, List<SqlUpdateRows.Assignment> assignments) {
    Map<Column, SqlNode> assigned = new LinkedHashMap<>();
    for (SqlUpdateRows.Assignment assignment : assignments) {
      Column column = Rows.column(table, assignment.column().getSimple());
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
    return ReturnedRows.columns(source, table.schema().primaryKey().size() + columns.size());
  }

  @Override
  public List<SqlType> parameterTypes() {
    return source.parameterTypes();
  }

  @Override
  public Changes changes(Execution execution) {
    List<RowChange> changes = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    int keyWidth = table.schema().primaryKey().size();
    ReturnedRows returned = new ReturnedRows(source, keyWidth + columns.size());
    try (HeldRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          values.add(Assignments.valueOf(columns.get(i), held[keyWidth + i]));
        }
        List<Object> key = Rows.key(table, held);
        if (seen.add(Rows.comparable(key))) { // a row that several others meet is changed once
          changes.add(new RowChange.Update(key, columns, values));
          returned.add(held);
        }
      }
    }
    return new Changes("UPDATE", table, changes, returned);
  }
}
