package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.SqlInsertRows;
import dev.colonnade.sql.parse.SqlTableRows;
import dev.colonnade.sql.parse.SqlUpdateRows.Assignment;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ConflictPlan.Arbiter;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Planner of ON CONFLICT: the unique keys that detect conflicts, and the query for what an existing
 * row gets. The values of the row that was to be inserted are parameters behind the statement's
 * own.
 */
final class ConflictPlanner {
  private ConflictPlanner() {}

  static ConflictPlan plan(SqlInsertRows node, OnConflict conflict, StatementQueries queries) {
    Table table = queries.names().table(node.target().table().names);
    List<ConflictKey> keys = ConflictKey.of(table, conflict);
    List<Arbiter> arbiters = new ArrayList<>();
    for (ConflictKey key : keys) {
      arbiters.add(key.arbiter(probe(node, table, key, queries)));
    }
    if (conflict.assignments().isEmpty()) {
      return new ConflictPlan(arbiters, null);
    }
    if (conflict.parts().isEmpty() && conflict.constraint() == null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "ON CONFLICT DO UPDATE requires inference specification or constraint name",
          ErrorFields.NONE.withHint("For example, ON CONFLICT (column_name)."));
    }
    ConflictKey key = keys.getFirst();
    Map<Column, SqlNode> values =
        assignments(table, conflict, key.columns(), ParameterCount.of(node));
    List<Column> assigned = List.copyOf(values.keySet());
    PlannedQuery change =
        queries.plan(
            changeQuery(table, node, conflict, key, values),
            root -> Assignments.cast(root, table.schema().primaryKey().size(), assigned));
    return new ConflictPlan(arbiters, new ConflictPlan.Update(assigned, partOf(change)));
  }

  private static StatementPart probe(
      SqlInsertRows node, Table table, ConflictKey key, StatementQueries queries) {
    SqlTableRows rows =
        new SqlTableRows(
            node.target().table(),
            null,
            null,
            hasKey(table, key, key.columns()::indexOf, key.columns().size()),
            List.of());
    return partOf(queries.plan(TargetRows.query(table, rows, List.of())));
  }

  private static StatementPart partOf(PlannedQuery query) {
    return new StatementPart(query.physical(), query.parameterTypes());
  }

  /**
   * Returns the types of the statement's own parameters, as far as the update knows them.
   *
   * @param ownCount number of the statement's own parameters
   */
  static List<SqlType> parameterTypes(ConflictPlan plan, int ownCount) {
    if (plan.update() == null) {
      return List.of();
    }
    List<SqlType> types = plan.update().rows().parameterTypes();
    return types.subList(0, Math.min(ownCount, types.size()));
  }

  /** The new values; a column of the key that decides is left out where it gets what it has. */
  private static Map<Column, SqlNode> assignments(
      Table table, OnConflict conflict, List<Column> key, int ownParameters) {
    Map<Column, SqlNode> values = new LinkedHashMap<>();
    for (Assignment assignment : conflict.assignments()) {
      Column column = TargetRows.column(table, assignment.column());
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
    return TargetRows.query(table, rows, expressions);
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
      Column column = TargetRows.column(table, names.getLast());
      int number = ownParameters + table.schema().ordinal(column.id());
      return Assignments.typed(new SqlDynamicParam(number, identifier.getParserPosition()), column);
    }
  }
}
