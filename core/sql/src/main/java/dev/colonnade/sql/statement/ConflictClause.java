package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.sql.parse.SqlUpdateRows.Assignment;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * ON CONFLICT of an insert, ready to run: which keys decide, and the query for what a row that is
 * there gets. The values of the row that was to be inserted are parameters behind the statement's
 * own.
 */
final class ConflictClause {
  /** A key that decides, and the query for a row that has it. */
  private record Arbiter(ConflictKey key, QueryStatement probe) {}

  private final Table table;
  private final List<Arbiter> arbiters;
  private final List<Column> assigned;
  private final @Nullable QueryStatement change;
  private final int ownParameters;

  private ConflictClause(
      Table table,
      List<Arbiter> arbiters,
      List<Column> assigned,
      @Nullable QueryStatement change,
      int ownParameters) {
    this.table = table;
    this.arbiters = arbiters;
    this.assigned = assigned;
    this.change = change;
    this.ownParameters = ownParameters;
  }

  static ConflictClause prepare(
      StatementPreparer preparer,
      String sql,
      SqlInsertRows node,
      OnConflict conflict,
      StatementTransaction transaction) {
    Table table = transaction.names().table(node.target().table().names);
    int ownParameters = ParameterCount.of(node);
    List<Arbiter> arbiters = new ArrayList<>();
    for (ConflictKey key : ConflictKey.of(table, conflict)) {
      SqlTableRows rows =
          new SqlTableRows(
              node.target().table(),
              null,
              null,
              hasKey(table, key, key.columns()::indexOf, key.columns().size()),
              List.of());
      arbiters.add(
          new Arbiter(
              key,
              preparer.query(
                  sql, Rows.query(table, rows, List.of()), transaction, UnaryOperator.identity())));
    }
    if (conflict.assignments().isEmpty()) {
      return new ConflictClause(table, arbiters, List.of(), null, ownParameters);
    }
    if (conflict.parts().isEmpty() && conflict.constraint() == null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "ON CONFLICT DO UPDATE requires inference specification or constraint name",
          ErrorFields.NONE.withHint("For example, ON CONFLICT (column_name)."));
    }
    ConflictKey key = arbiters.getFirst().key();
    Map<Column, SqlNode> values = assignments(table, conflict, key.columns(), ownParameters);
    List<Column> assigned = List.copyOf(values.keySet());
    QueryStatement change =
        preparer.query(
            sql,
            changeQuery(table, node, conflict, key, values),
            transaction,
            root -> Assignments.cast(root, table.schema().primaryKey().size(), assigned));
    return new ConflictClause(table, arbiters, assigned, change, ownParameters);
  }

  /** The new values; a column of the key that decides is left out where it gets what it has. */
  private static Map<Column, SqlNode> assignments(
      Table table, OnConflict conflict, List<Column> key, int ownParameters) {
    Map<Column, SqlNode> values = new LinkedHashMap<>();
    for (Assignment assignment : conflict.assignments()) {
      Column column = Rows.column(table, assignment.column());
      SqlNode value = assignment.value();
      boolean isSame =
          value instanceof SqlIdentifier name
              && name.names.equals(List.of(OnConflict.EXCLUDED, column.name()));
      if (isSame && key.contains(column) && table.schema().isKey(column.id())) {
        continue;
      }
      SqlNode replaced = new Excluded(table, ownParameters).in(value);
      if (values.put(column, Assignments.typed(replaced, column, table)) != null) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "multiple assignments to same column \"" + column.name() + "\"");
      }
    }
    return values;
  }

  private static SqlNode changeQuery(
      Table table,
      SqlInsertRows node,
      OnConflict conflict,
      ConflictKey key,
      Map<Column, SqlNode> values) {
    int ownParameters = ParameterCount.of(node);
    SqlNode condition =
        hasKey(
            table,
            key,
            column -> ownParameters + table.schema().ordinal(column.id()),
            ownParameters + table.schema().columns().size());
    SqlNode wanted = conflict.condition();
    if (wanted != null) {
      condition =
          SqlStdOperatorTable.AND.createCall(
              SqlParserPos.ZERO, condition, new Excluded(table, ownParameters).in(wanted));
    }
    Map<String, SqlNode> assigned = new HashMap<>();
    values.forEach((column, value) -> assigned.put(column.name(), Assignments.cast(value, column)));
    List<SqlNode> expressions = new ArrayList<>(values.values());
    expressions.addAll(
        Returning.afterUpdate(
            Returning.expanded(node.returning(), table, table.name()), table.name(), assigned));
    SqlTableRows rows = new SqlTableRows(node.target().table(), null, null, condition, List.of());
    return Rows.query(table, rows, expressions);
  }

  /**
   * Returns the condition that a row has the key of the row that was to be inserted, whose values
   * are parameters.
   *
   * @param firstExpression the number of the parameter that the first of its expressions is
   */
  private static SqlNode hasKey(
      Table table, ConflictKey key, ToIntFunction<Column> number, int firstExpression) {
    List<SqlNode> conditions = new ArrayList<>();
    ConflictKey.Partial partial = key.partial();
    if (partial != null) {
      conditions.add(partial.parsed());
    }
    for (Column column : key.columns()) {
      conditions.add(
          equal(Returning.reference(table.name(), column), column, number.applyAsInt(column)));
    }
    for (int i = 0; i < key.expressions().size(); i++) {
      ConflictKey.Computed computed = key.expressions().get(i);
      conditions.add(equal(computed.parsed(), computed.column(), firstExpression + i));
    }
    return conditions.stream()
        .reduce((left, right) -> SqlStdOperatorTable.AND.createCall(SqlParserPos.ZERO, left, right))
        .orElseThrow(
            () -> new IllegalArgumentException("a key has columns: table=" + table.name()));
  }

  private static SqlNode equal(SqlNode left, Column column, int parameter) {
    return SqlStdOperatorTable.EQUALS.createCall(
        SqlParserPos.ZERO,
        left,
        Assignments.typed(new SqlDynamicParam(parameter, SqlParserPos.ZERO), column));
  }

  /** Types of the statement's own parameters, as far as this part knows them. */
  List<SqlType> parameterTypes() {
    if (change == null) {
      return List.of();
    }
    List<SqlType> types = change.parameterTypes();
    return types.subList(0, Math.min(ownParameters, types.size()));
  }

  /** One execution of the insert. */
  Run start(Execution execution, ReturnedRows returned) {
    return new Run(execution, returned);
  }

  /** State of one execution. */
  final class Run {
    private final Execution execution;
    private final ReturnedRows returned;
    private final List<Set<Object>> seen = new ArrayList<>();
    private final List<RowChange> changes = new ArrayList<>();

    private Run(Execution execution, ReturnedRows returned) {
      this.execution = execution;
      this.returned = returned;
      arbiters.forEach(_ -> seen.add(new HashSet<>()));
    }

    List<RowChange> changes() {
      return changes;
    }

    /** Inserts a row, or does what is to be done if one is in its way. */
    void add(List<@Nullable Object> values, Runnable whenInserted) {
      boolean isThere = false;
      for (int i = 0; i < arbiters.size() && !isThere; i++) {
        isThere = meets(i, values);
      }
      if (isThere) {
        change(values);
        return;
      }
      for (int i = 0; i < arbiters.size(); i++) {
        if (arbiters.get(i).key().isOf(values)) {
          seen.get(i).add(Rows.comparable(key(arbiters.get(i), values)));
        }
      }
      changes.add(new RowChange.Insert(values));
      whenInserted.run();
    }

    private boolean meets(int index, List<@Nullable Object> values) {
      Arbiter arbiter = arbiters.get(index);
      List<@Nullable Object> key = key(arbiter, values);
      if (key.stream().anyMatch(Objects::isNull) || !arbiter.key().isOf(values)) {
        return false; // NULLs are not equal
      }
      if (seen.get(index).contains(Rows.comparable(key))) {
        if (change != null) {
          throw new ColonnadeException(
              ErrorCode.ROW_CHANGED_TWICE,
              "ON CONFLICT DO UPDATE command cannot affect row a second time",
              ErrorFields.NONE.withHint(
                  "Ensure that no rows proposed for insertion within the same command have"
                      + " duplicate constrained values."));
        }
        return true;
      }
      try (InternalRows rows = arbiter.probe().open(execution.with(key))) {
        return rows.next() != null;
      }
    }

    private List<@Nullable Object> key(Arbiter arbiter, List<@Nullable Object> values) {
      List<@Nullable Object> key = new ArrayList<>();
      for (Column column : arbiter.key().columns()) {
        key.add(values.get(table.schema().ordinal(column.id())));
      }
      key.addAll(arbiter.key().computed(values));
      return key;
    }

    private void change(List<@Nullable Object> values) {
      QueryStatement query = change;
      if (query == null) {
        return;
      }
      seen.getFirst().add(Rows.comparable(key(arbiters.getFirst(), values)));
      List<@Nullable Object> parameters = new ArrayList<>(execution.parameters());
      parameters.addAll(values);
      parameters.addAll(arbiters.getFirst().key().computed(values));
      int wanted = query.parameterTypes().size();
      int keyWidth = table.schema().primaryKey().size();
      try (InternalRows rows = query.open(execution.with(parameters.subList(0, wanted)))) {
        @Nullable Object[] held = rows.next();
        if (held == null) {
          return; // its condition is not met
        }
        List<@Nullable Object> changed = new ArrayList<>();
        for (int i = 0; i < assigned.size(); i++) {
          changed.add(Assignments.valueOf(assigned.get(i), held[keyWidth + i]));
        }
        changes.add(new RowChange.Update(Rows.key(table, held), assigned, changed));
        noteChanged(values, changed);
        returned.add(query, keyWidth + assigned.size(), held);
      }
    }

    /** A row that got another key is not to be met by that, either. */
    private void noteChanged(List<@Nullable Object> values, List<@Nullable Object> changed) {
      List<Integer> ids = assigned.stream().map(Column::id).toList();
      for (ConflictKey.Computed computed : arbiters.getFirst().key().expressions()) {
        List<Integer> asked = computed.expression().columnIds();
        if (asked.stream().anyMatch(ids::contains) && !ids.containsAll(asked)) {
          return; // it is of what was there as well, which is not known here
        }
      }
      List<@Nullable Object> now = new ArrayList<>(values);
      for (int i = 0; i < assigned.size(); i++) {
        now.set(table.schema().ordinal(assigned.get(i).id()), changed.get(i));
      }
      seen.getFirst().add(Rows.comparable(key(arbiters.getFirst(), now)));
    }
  }

  /** Puts parameters in the place of columns of {@code excluded}. */
  private static final class Excluded extends SqlShuttle {
    private final Table table;
    private final int ownParameters;

    Excluded(Table table, int ownParameters) {
      this.table = table;
      this.ownParameters = ownParameters;
    }

    SqlNode in(SqlNode expression) {
      SqlNode replaced = expression.accept(this);
      return replaced == null ? expression : replaced;
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
      List<String> names = identifier.names;
      if (names.size() != 2 || !names.getFirst().equals(OnConflict.EXCLUDED)) {
        return identifier;
      }
      Column column = Rows.column(table, names.getLast());
      int number = ownParameters + table.schema().ordinal(column.id());
      return Assignments.typed(new SqlDynamicParam(number, identifier.getParserPosition()), column);
    }
  }
}
