package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.MergeAction;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;

/**
 * Planner of MERGE: builds the query that joins source and target, and returns for each pair the
 * key of the target, the number of the action, and the values of all actions, of which only those
 * of the pair's own are evaluated.
 */
final class MergePlanner {
  private MergePlanner() {}

  static PlannedChange plan(SqlMergeRows node, StatementQueries queries) {
    Table table = queries.names().table(node.rows().table().names);
    requireReachable(node.actions());
    List<MergeBranch> branches = new ArrayList<>();
    for (MergeAction action : node.actions()) {
      branches.add(MergeBranch.of(table, action));
    }
    MergeQuery query = new MergeQuery(table, node.rows(), node.actions());
    List<SqlNode> values = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < branches.size(); i++) {
      columns.addAll(branches.get(i).columns());
      for (SqlNode value : branches.get(i).values()) {
        values.add(query.guarded(i, value));
      }
    }
    int valuesFrom = table.schema().primaryKey().size() + 1;
    PlannedQuery source =
        queries.plan(query.of(values), root -> Assignments.cast(root, valuesFrom, columns));
    List<ModifyPlan.Branch> planned = branches.stream().map(MergeBranch::plan).toList();
    return PlannedChange.of(
        "MERGE", new ModifyPlan.Merge(source.physical(), table, planned), source);
  }

  private static void requireReachable(List<MergeAction> actions) {
    Set<Boolean> closed = new HashSet<>();
    for (MergeAction action : actions) {
      if (closed.contains(action.matched())) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "unreachable WHEN clause specified after unconditional WHEN clause");
      }
      if (action.condition() == null) {
        closed.add(action.matched());
      }
    }
  }
}
