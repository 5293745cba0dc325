package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.parse.SqlUpdateRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Planner of UPDATE: builds the query for the keys and the new values. */
final class UpdatePlanner {
  private UpdatePlanner() {}

  static PlannedChange plan(SqlUpdateRows node, StatementQueries queries) {
    SqlIdentifier target = node.rows().table();
    ViewTarget view = ViewTarget.find(queries.names(), target, ViewChange.UPDATE);
    if (view != null) {
      return plan(node, queries, view);
    }
    Table table = TableNames.require(queries.transaction(), target);
    Map<Column, SqlNode> assignments = assigned(table, node.assignments());
    List<Column> columns = List.copyOf(assignments.keySet());
    List<SqlNode> values = new ArrayList<>(assignments.values());
    int keyWidth = table.schema().primaryKey().size();
    String name = TargetRows.nameOf(table, node.rows());
    Map<String, SqlNode> assigned = new HashMap<>();
    assignments.forEach(
        (column, value) -> assigned.put(column.name(), Assignments.cast(value, column)));
    values.addAll(
        Returning.afterUpdate(
            Returning.expanded(node.rows().returning(), table, name), name, assigned));
    PlannedQuery source =
        queries.plan(
            TargetRows.query(table, node.rows(), values),
            root -> Assignments.cast(root, keyWidth, columns, placesOf(node)));
    return planned(table, columns, List.of(), source);
  }

  private static PlannedChange plan(SqlUpdateRows node, StatementQueries queries, ViewTarget view) {
    Table table = view.table();
    String name = TargetRows.nameOf(table, view, node.rows());
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
    PlannedQuery source =
        queries.plan(
            TargetRows.query(table, view, node.rows(), values),
            root -> Assignments.cast(root, keyWidth, columns));
    return planned(table, columns, List.copyOf(checks.keySet()), source);
  }

  private static PlannedChange planned(
      Table table, List<Column> assigned, List<String> checks, PlannedQuery source) {
    return PlannedChange.of(
        "UPDATE", new ModifyPlan.Update(source.physical(), table, assigned, checks), source);
  }

  private static IntFunction<SqlParserPos> placesOf(SqlUpdateRows node) {
    return index -> node.assignments().get(index).value().getParserPosition();
  }

  /** The columns that get values, and those, in their order. */
  static Map<Column, SqlNode> assigned(Table table, List<SqlUpdateRows.Assignment> assignments) {
    return assigned(table, assignments, name -> TargetRows.column(table, name));
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
}
