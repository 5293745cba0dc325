package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.parse.SqlDeleteRows;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** DELETE: a query for keys, and a write. */
final class DeleteStatement implements RowChanging {
  private final Table table;
  private final QueryStatement source;

  private DeleteStatement(Table table, QueryStatement source) {
    this.table = table;
    this.source = source;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer,
      String sql,
      SqlDeleteRows node,
      StatementTransaction transaction) {
    SqlIdentifier name = node.rows().table();
    ViewTarget view = ViewTarget.find(transaction.names(), name, ViewChange.DELETE);
    Table table = view == null ? TableNames.require(transaction, name) : view.table();
    return new DeleteStatement(
        table,
        preparer.query(
            sql,
            Rows.query(table, view, node.rows(), returned(table, view, node.rows())),
            transaction,
            UnaryOperator.identity()));
  }

  private static List<SqlNode> returned(Table table, @Nullable ViewTarget view, SqlTableRows rows) {
    String name = Rows.nameOf(table, view, rows);
    return view == null
        ? Returning.expanded(rows.returning(), table, name)
        : Returning.expanded(rows.returning(), view.columnNames(), name);
  }

  @Override
  public List<SqlColumn> columns() {
    return ReturnedRows.columns(source, table.schema().primaryKey().size());
  }

  @Override
  public List<SqlType> parameterTypes() {
    return source.parameterTypes();
  }

  @Override
  public boolean mayBlock() {
    return source.mayBlock() || !RowChanging.isPlain(table);
  }

  @Override
  public Changes changes(Execution execution) {
    List<RowChange> changes = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    ReturnedRows returned = new ReturnedRows(source, table.schema().primaryKey().size());
    try (InternalRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        List<Object> key = Rows.key(table, held);
        if (seen.add(Rows.comparable(key))) { // a row that several others meet is changed once
          changes.add(new RowChange.Delete(key));
          returned.add(held);
        }
      }
    }
    return new Changes("DELETE", table, changes, returned);
  }
}
