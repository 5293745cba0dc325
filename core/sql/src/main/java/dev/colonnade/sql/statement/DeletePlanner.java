package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.SqlDeleteRows;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.plan.PlannedQuery;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Planner of DELETE: builds the query for the keys. */
final class DeletePlanner {
  private DeletePlanner() {}

  static PlannedChange plan(SqlDeleteRows node, StatementQueries queries) {
    SqlIdentifier name = node.rows().table();
    ViewTarget view = ViewTarget.find(queries.names(), name, ViewChange.DELETE);
    Table table = view == null ? TableNames.require(queries.transaction(), name) : view.table();
    PlannedQuery source =
        queries.plan(
            TargetRows.query(table, view, node.rows(), returned(table, view, node.rows())));
    return PlannedChange.of("DELETE", new ModifyPlan.Delete(source.physical(), table), source);
  }

  private static List<SqlNode> returned(Table table, @Nullable ViewTarget view, SqlTableRows rows) {
    String name = TargetRows.nameOf(table, view, rows);
    return view == null
        ? Returning.expanded(rows.returning(), table, name)
        : Returning.expanded(rows.returning(), view.columnNames(), name);
  }
}
