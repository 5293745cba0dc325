package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.parse.MergeAction;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;

/**
 * An action of a MERGE on a table.
 *
 * @param columns those that get values
 * @param values the expressions for them
 */
record MergeBranch(MergeAction.Change change, List<Column> columns, List<SqlNode> values) {
  MergeBranch {
    columns = List.copyOf(columns);
    values = List.copyOf(values);
    if (columns.size() != values.size()) {
      throw new IllegalArgumentException(
          "columns and values differ in number: columns=%d values=%d"
              .formatted(columns.size(), values.size()));
    }
  }

  static MergeBranch of(Table table, MergeAction action) {
    return switch (action.change()) {
      case MergeAction.Nothing nothing -> new MergeBranch(nothing, List.of(), List.of());
      case MergeAction.Delete delete -> new MergeBranch(delete, List.of(), List.of());
      case MergeAction.Update update -> {
        Map<Column, SqlNode> assigned = UpdatePlanner.assigned(table, update.assignments());
        yield new MergeBranch(
            update, List.copyOf(assigned.keySet()), List.copyOf(assigned.values()));
      }
      case MergeAction.Insert insert -> inserting(table, insert);
    };
  }

  /** Returns the branch of the physical plan. */
  ModifyPlan.Branch plan() {
    ModifyPlan.MergeAction action =
        switch (change) {
          case MergeAction.Nothing _ -> ModifyPlan.MergeAction.NOTHING;
          case MergeAction.Insert _ -> ModifyPlan.MergeAction.INSERT;
          case MergeAction.Update _ -> ModifyPlan.MergeAction.UPDATE;
          case MergeAction.Delete _ -> ModifyPlan.MergeAction.DELETE;
        };
    return new ModifyPlan.Branch(action, columns);
  }

  private static MergeBranch inserting(Table table, MergeAction.Insert insert) {
    SqlNode given = insert.values();
    if (given == null) {
      List<Column> columns = table.schema().columns();
      return new MergeBranch(insert, columns, row(DefaultValues.row(table)));
    }
    List<Column> named = InsertPlanner.columnsOf(table, insert.columns());
    if (insert.columns() == null) {
      named = DefaultValues.first(named, given);
    }
    SqlNode rows = IdentityValues.given(table, named, given, insert.overriding());
    List<Column> omitted = DefaultValues.omitted(table, named);
    List<Column> columns = new ArrayList<>(named);
    columns.addAll(omitted);
    return new MergeBranch(
        insert,
        columns,
        row(InsertPlanner.typedValues((SqlCall) rows, named, omitted, table, insert.columns())));
  }

  /** The expressions of a table of one row. */
  private static List<SqlNode> row(SqlNode values) {
    return ((SqlCall) ((SqlCall) values).operand(0)).getOperandList();
  }
}
