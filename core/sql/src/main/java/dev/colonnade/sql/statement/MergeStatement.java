package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.parse.MergeAction;
import dev.colonnade.sql.parse.SqlMergeRows;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * MERGE: a query that joins source and target, and returns for each pair its action and the values
 * to write; and a write. Its rows are the key of the target, the number of the action, and the
 * values of all actions, of which only those of the row's own are evaluated.
 */
final class MergeStatement implements RowChanging {
  private final Table table;
  private final List<MergeBranch> branches;
  private final QueryStatement source;

  private MergeStatement(Table table, List<MergeBranch> branches, QueryStatement source) {
    this.table = table;
    this.branches = List.copyOf(branches);
    this.source = source;
  }

  static MergeStatement prepare(
      StatementPreparer preparer, String sql, SqlMergeRows node, StatementTransaction transaction) {
    Table table = transaction.names().table(node.rows().table().names);
    requireReachable(node.actions());
    List<MergeBranch> branches = new ArrayList<>();
    for (MergeAction action : node.actions()) {
      branches.add(MergeBranch.of(table, action));
    }
    SqlTableRows rows = node.rows();
    MergeQuery query = new MergeQuery(table, rows, node.actions());
    List<SqlNode> values = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < branches.size(); i++) {
      columns.addAll(branches.get(i).columns());
      for (SqlNode value : branches.get(i).values()) {
        values.add(query.guarded(i, value));
      }
    }
    int passed = table.schema().primaryKey().size() + 1;
    return new MergeStatement(
        table,
        branches,
        preparer.query(
            sql, query.of(values), transaction, root -> Assignments.cast(root, passed, columns)));
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

  @Override
  public List<SqlType> parameterTypes() {
    return source.parameterTypes();
  }

  @Override
  public Changes changes(Execution execution) {
    List<RowChange> changes = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    int keyWidth = table.schema().primaryKey().size();
    try (InternalRows rows = source.open(execution)) {
      for (@Nullable Object[] held = rows.next(); held != null; held = rows.next()) {
        if (held[keyWidth] instanceof Number number) {
          add(changes, seen, held, number.intValue());
        }
      }
    }
    return new Changes("MERGE", table, changes, new ReturnedRows(source, source.columns().size()));
  }

  private void add(List<RowChange> changes, Set<Object> seen, @Nullable Object[] held, int number) {
    MergeBranch branch = branches.get(number);
    switch (branch.change()) {
      case MergeAction.Nothing _ -> {}
      case MergeAction.Insert _ ->
          changes.add(new RowChange.Insert(inserted(branch, held, number)));
      case MergeAction.Delete _ -> changes.add(new RowChange.Delete(key(seen, held)));
      case MergeAction.Update _ ->
          changes.add(
              new RowChange.Update(key(seen, held), branch.columns(), given(branch, held, number)));
    }
  }

  private List<Object> key(Set<Object> seen, @Nullable Object[] held) {
    List<Object> key = Rows.key(table, held);
    if (!seen.add(Rows.comparable(key))) {
      throw new ColonnadeException(
          ErrorCode.ROW_CHANGED_TWICE,
          "MERGE command cannot affect row a second time",
          ErrorFields.NONE.withHint(
              "Ensure that not more than one source row matches any one target row."));
    }
    return key;
  }

  /** The values that an action gives to its columns. */
  private List<@Nullable Object> given(MergeBranch branch, @Nullable Object[] held, int number) {
    int at = table.schema().primaryKey().size() + 1;
    for (MergeBranch before : branches.subList(0, number)) {
      at += before.columns().size();
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < branch.columns().size(); i++) {
      values.add(Assignments.valueOf(branch.columns().get(i), held[at + i]));
    }
    return values;
  }

  private List<@Nullable Object> inserted(MergeBranch branch, @Nullable Object[] held, int number) {
    @Nullable Object[] values = new @Nullable Object[table.schema().columns().size()];
    List<@Nullable Object> given = given(branch, held, number);
    for (int i = 0; i < given.size(); i++) {
      values[table.schema().ordinal(branch.columns().get(i).id())] = given.get(i);
    }
    return Arrays.asList(values);
  }
}
