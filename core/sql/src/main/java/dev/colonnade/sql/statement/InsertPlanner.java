package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Planner of INSERT: builds the query whose rows are inserted. */
final class InsertPlanner {
  private InsertPlanner() {}

  static PlannedChange plan(SqlInsertRows node, StatementQueries queries) {
    SqlIdentifier target = node.target().table();
    ViewTarget view = ViewTarget.find(queries.names(), target, ViewChange.INSERT);
    Table table = view == null ? TableNames.require(queries.transaction(), target) : view.table();
    List<Column> named =
        view == null ? columnsOf(table, node.target().columns()) : columnsOf(view, node);
    SqlNode rows = node.source();
    if (rows == null) {
      rows = DefaultValues.row(table);
      named = table.schema().columns();
    } else if (node.target().columns() == null) {
      named = DefaultValues.first(named, rows);
    }
    List<Column> given = named;
    if (node.source() != null) {
      rows = IdentityValues.given(table, named, rows, node.target().overriding());
    }
    List<Column> omitted = DefaultValues.omitted(table, named);
    OnConflict conflict =
        node.target().replaces() ? Replacing.conflict(table, given) : node.conflict();
    if (view != null && conflict != null) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "ON CONFLICT is not supported for views");
    }
    Map<String, SqlNode> checks = checksOf(view);
    boolean isPlain = conflict == null && node.returning().isEmpty() && checks.isEmpty();
    List<AllocatedColumn> allocated =
        isPlain && node.source() != null ? AllocatedColumns.of(table, omitted, rows) : List.of();
    omitted = AllocatedColumns.without(omitted, allocated);
    List<Column> columns = new ArrayList<>(named);
    columns.addAll(omitted);
    SqlNode typed =
        rows.getKind() == SqlKind.VALUES
            ? typedValues((SqlCall) rows, named, omitted, table, node.target().columns())
            : DefaultValues.behind(rows, omitted, table);
    List<SqlNode> behind = new ArrayList<>(checks.values());
    behind.addAll(
        view == null
            ? Returning.expanded(node.returning(), table, table.name())
            : Returning.expanded(node.returning(), view.columnNames(), view.view().name()));
    SqlNode rowsAndReturned = typed;
    if (!behind.isEmpty()) {
      rowsAndReturned =
          view == null
              ? Returning.behindRows(typed, columns, behind, table)
              : Returning.behindRows(typed, columns, behind, view);
    }
    int width = columns.size() + behind.size();
    WrittenPlaces places = WrittenPlaces.of(node.target().columns(), node.source());
    PlannedQuery source =
        queries.plan(
            rowsAndReturned,
            root -> {
              places.requireWidth(root.fields.size(), width);
              return Assignments.cast(root, 0, columns, places::ofValue);
            });
    ConflictPlan resolution =
        conflict == null ? null : ConflictPlanner.plan(node, conflict, queries);
    ModifyPlan.Insert plan =
        new ModifyPlan.Insert(
            source.physical(), table, columns, allocated, List.copyOf(checks.keySet()), resolution);
    PlannedChange planned = PlannedChange.of("INSERT", plan, source);
    return resolution == null
        ? planned
        : planned.withTypes(ConflictPlanner.parameterTypes(resolution, ParameterCount.of(node)));
  }

  private static Map<String, SqlNode> checksOf(@Nullable ViewTarget view) {
    return view == null
        ? Map.of()
        : view.checks(column -> Returning.reference(view.view().name(), ViewTarget.hidden(column)));
  }

  /** The columns of the table behind those of a view. */
  private static List<Column> columnsOf(ViewTarget view, SqlInsertRows node) {
    SqlNode source = node.source();
    SqlNodeList given = node.target().columns();
    if (source == null) {
      return List.of(); // all get their defaults
    }
    List<String> names =
        given == null
            ? DefaultValues.firstOf(view.columnNames(), source)
            : given.stream().map(String::valueOf).toList();
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      Column column = view.column(name, ViewChange.INSERT);
      if (columns.contains(column)) {
        throw new ColonnadeException(
            given == null ? ErrorCode.SYNTAX_ERROR : ErrorCode.DUPLICATE_COLUMN,
            "column \"" + name + "\" specified more than once");
      }
      columns.add(column);
    }
    return columns;
  }

  static List<Column> columnsOf(Table table, @Nullable SqlNodeList named) {
    if (named == null) {
      return table.schema().visibleColumns();
    }
    List<Column> columns = new ArrayList<>();
    for (SqlNode name : named) {
      Column column = TargetRows.column(table, name);
      if (columns.contains(column)) {
        throw SqlErrors.at(
            name.getParserPosition(),
            new ColonnadeException(
                ErrorCode.DUPLICATE_COLUMN,
                "column \"" + column.name() + "\" specified more than once"));
      }
      columns.add(column);
    }
    return columns;
  }

  static SqlCall typedValues(
      SqlCall values,
      List<Column> named,
      List<Column> omitted,
      Table table,
      @Nullable SqlNodeList names) {
    WrittenPlaces places = WrittenPlaces.of(names, values);
    places.requireEqualWidths();
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : values.getOperandList()) {
      List<SqlNode> typed = new ArrayList<>();
      List<SqlNode> operands = ((SqlCall) row).getOperandList();
      places.requireWidth(operands.size(), named.size());
      for (int i = 0; i < operands.size(); i++) {
        typed.add(Assignments.typed(operands.get(i), named.get(i), table));
      }
      omitted.forEach(column -> typed.add(Assignments.defaultOf(column, table)));
      rows.add(((SqlCall) row).getOperator().createCall(row.getParserPosition(), typed));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }
}
