package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.row.Returning;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.change.value.Assignments;
import dev.colonnade.sql.analyze.change.value.NewRow;
import dev.colonnade.sql.analyze.policy.RowPolicies;
import dev.colonnade.sql.analyze.table.RowExpressions;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.RowCheck;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalChange.Part;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Analyzer of ON CONFLICT. The values of the row that was to be inserted are parameters from {@link
 * #FIRST_VALUE} on, until the parameters of the whole statement are known.
 */
final class ConflictAnalyzer {
  /** Name of the row that was to be inserted. */
  static final String EXCLUDED = "excluded";

  /** Index of the parameter that is the value of the first column. */
  static final int FIRST_VALUE = ParameterTypes.COUNT_MAX;

  private final ChangedRelation target;
  private final Table table;
  private final ChangeScope scope;
  private final boolean isOfMany;
  private final ExpressionBuilder builder = new ExpressionBuilder();

  /**
   * Creates the analyzer.
   *
   * @param isOfMany whether many rows may be proposed
   */
  ConflictAnalyzer(ChangedRelation target, ChangeScope scope, boolean isOfMany) {
    this.isOfMany = isOfMany;
    this.target = target;
    this.table = target.table();
    this.scope = scope;
  }

  /**
   * Returns the analyzed clause.
   *
   * @param returning items of RETURNING, which an updated row has too
   */
  LogicalChange.Conflict analyze(Change.OnConflict node, List<Query.Item> returning) {
    if (node.target() == null && !node.assignments().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "ON CONFLICT DO UPDATE requires inference specification or constraint name",
          ChangeErrors.fields(node.position()).withHint("For example, ON CONFLICT (column_name)."));
    }
    List<ConflictKey> keys = new ConflictKeys(target, scope.statement()).of(node.target());
    requirePrivileges(node, keys);
    return new LogicalChange.Conflict(
        keys.stream().map(this::arbiter).toList(),
        node.assignments().isEmpty() ? null : update(node, keys.getFirst(), returning));
  }

  /** A conflict is found by reading the key; the row that has it may be updated. */
  private void requirePrivileges(Change.OnConflict node, List<ConflictKey> keys) {
    if (node.target() != null) {
      for (String name : target.columnNames()) {
        Column column = target.findColumn(name);
        if (column != null && keys.getFirst().columns().contains(column)) {
          target.requireColumn(Privilege.SELECT, name);
        }
      }
    }
    if (!node.assignments().isEmpty()) {
      target.require(Privilege.UPDATE);
    }
  }

  private LogicalChange.Arbiter arbiter(ConflictKey key) {
    RowExpressions compiler = new RowExpressions(scope.statement().registry());
    List<ConflictPlan.KeyExpression> expressions = new ArrayList<>();
    for (IndexExpression expression : key.expressions()) {
      expressions.add(
          new ConflictPlan.KeyExpression(
              compiler.valueOf(table, expression), expression.columnIds()));
    }
    String predicate = key.predicate();
    ConflictPlan.Query none =
        new ConflictPlan.Query(
            new StatementPart(
                new ScanPlan.Values(List.of(), List.of(), PlanEstimate.ofRows(0)), List.of()),
            null);
    ConflictPlan.Arbiter plan =
        new ConflictPlan.Arbiter(
            key.columns(),
            expressions,
            predicate == null ? null : compiler.of(table, predicate),
            key.name(),
            key.nullsDistinct(),
            none);
    return new LogicalChange.Arbiter(plan, query(probe(key), 0, key.columns()));
  }

  /**
   * Returns the query for the rows in conflict.
   *
   * @param firstValue index of the parameter that is the first value of the proposed row
   * @param columns that the first values are of
   */
  private LogicalChange.ConflictQuery query(Part one, int firstValue, List<Column> columns) {
    return new LogicalChange.ConflictQuery(
        one,
        isOfMany
            ? new ConflictBatches(scope.statement().variables()).of(one, firstValue, columns)
            : null);
  }

  /** Returns the query for a row with a key, whose parameters are the values of the key. */
  private Part probe(ConflictKey key) {
    LogicalSource.TableScan scan = scan();
    TableRow row = TableRow.of(scan);
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      positions.add(i);
    }
    List<Assignment> columns = key(row);
    List<SqlType> types = new ArrayList<>();
    key.columns().forEach(column -> types.add(TypeMapping.sqlType(column.type())));
    key.expressions().forEach(expression -> types.add(TypeMapping.sqlType(expression.type())));
    LogicalPlan filter =
        new LogicalOperator.Filter(scan, hasKey(key, row, positions, key.columns().size()));
    return new Part(new LogicalOperator.Project(filter, columns), types);
  }

  private LogicalSource.TableScan scan() {
    LogicalSource.TableScan scan =
        TableRow.scan(table, target.alias(), scope.statement().variables());
    scope.level().define(scan.columns());
    return scan;
  }

  private static List<Assignment> key(TableRow row) {
    List<Assignment> columns = new ArrayList<>();
    for (Expression part : row.key()) {
      columns.add(Assignment.of((dev.colonnade.sql.logical.Variable) part));
    }
    return columns;
  }

  /** Returns a column that could store the values of an expression. */
  private static Column columnOf(IndexExpression expression) {
    return new Column(1, expression.name(), expression.type(), true);
  }

  /**
   * Returns the predicates that a row has the key of the row that was to be inserted.
   *
   * @param positions indexes of the parameters of the key's columns
   * @param firstExpression index of the parameter of the first expression
   */
  private List<Expression> hasKey(
      ConflictKey key, TableRow row, List<Integer> positions, int firstExpression) {
    TableExpressions definitions = new TableExpressions(scope.statement());
    List<Expression> predicates = new ArrayList<>();
    String predicate = key.predicate();
    if (predicate != null) {
      predicates.add(
          definitions.predicate(table, predicate, ClauseKind.INDEX_PREDICATE, row::value));
    }
    for (int i = 0; i < key.columns().size(); i++) {
      Column column = key.columns().get(i);
      predicates.add(equal(key, row.value(column), parameter(column, positions.get(i))));
    }
    for (int i = 0; i < key.expressions().size(); i++) {
      IndexExpression expression = key.expressions().get(i);
      predicates.add(
          equal(
              key,
              definitions
                  .value(table, expression.text(), ClauseKind.INDEX_EXPRESSION, row::value)
                  .expression(),
              parameter(columnOf(expression), firstExpression + i)));
    }
    return predicates;
  }

  private Expression equal(ConflictKey key, Expression left, Expression right) {
    return key.nullsDistinct()
        ? builder.compare(ComparisonOperator.EQUAL, left, right)
        : builder.distinct(true, List.of(left), List.of(right));
  }

  private static Parameter parameter(Column column, int index) {
    return new Parameter(VectorType.of(ColumnTypes.vector(column).kind()), index);
  }

  private LogicalChange.ConflictUpdate update(
      Change.OnConflict node, ConflictKey key, List<Query.Item> returning) {
    LogicalSource.TableScan scan = scan();
    TableRow row = TableRow.of(scan);
    List<Column> all = table.schema().columns();
    ChangeScope inside = scope.empty();
    inside.scope().add(target.relation(row));
    inside.scope().add(target.withoutOrigins(EXCLUDED, excluded()));
    List<Integer> positions = new ArrayList<>();
    key.columns()
        .forEach(column -> positions.add(FIRST_VALUE + table.schema().ordinal(column.id())));
    List<Expression> predicates =
        new ArrayList<>(hasKey(key, row, positions, FIRST_VALUE + all.size()));
    predicates.addAll(inside.where(node.condition()));
    RowPolicies policies = target.policies();
    List<NamedColumn> existing = target.tableColumns(row);
    predicates.addAll(policies.conflictingRow(RowPolicy.Command.UPDATE, existing));
    predicates.addAll(policies.conflictingRow(RowPolicy.Command.SELECT, existing));
    Assignments assignments =
        Assignments.of(
            changing(node.assignments(), key),
            target,
            inside,
            new LogicalOperator.Filter(scan, predicates));
    NewRow changed = NewRow.of(assignments.plan(), row, assignments.values(), scope.statement());
    List<Assignment> columns = key(row);
    changed.values().values().forEach(variable -> columns.add(Assignment.of(variable)));
    ChangeScope after = scope.empty();
    after.scope().add(target.relation(changed.row()));
    after.scope().define(target.withoutOrigins(EXCLUDED, excluded()));
    columns.addAll(Returning.of(returning, after).assignments());
    List<SqlType> types = new ArrayList<>();
    all.forEach(column -> types.add(TypeMapping.sqlType(column.type())));
    key.expressions().forEach(expression -> types.add(TypeMapping.sqlType(expression.type())));
    Part one =
        new Part(
            new LogicalOperator.Project(checked(changed.plan(), policies, changed.row()), columns),
            types);
    return new LogicalChange.ConflictUpdate(
        assignments.columns(),
        node.condition() != null || policies.isActive(),
        policies.isActive()
            ? new LogicalChange.ConflictQuery(one, null)
            : query(one, FIRST_VALUE, all));
  }

  /** Returns changed rows that have to satisfy policies and the check options of views. */
  private LogicalPlan checked(LogicalPlan plan, RowPolicies policies, TableRow row) {
    List<Expression> checks = new ArrayList<>();
    if (policies.isActive()) {
      List<NamedColumn> columns = target.tableColumns(row);
      checks.addAll(policies.newRow(RowPolicy.Command.UPDATE, columns));
      checks.addAll(policies.readRow(columns));
    }
    target
        .checks(row)
        .forEach(
            (view, predicate) ->
                checks.add(
                    new RowCheck(
                        predicate,
                        ErrorCode.CHECK_OPTION_VIOLATION,
                        "new row violates check option for view \"%s\"".formatted(view))));
    return checks.isEmpty() ? plan : new LogicalOperator.Filter(plan, checks);
  }

  private TableRow excluded() {
    Map<Integer, Expression> values = new HashMap<>();
    for (Column column : table.schema().columns()) {
      values.put(column.id(), parameter(column, FIRST_VALUE + table.schema().ordinal(column.id())));
    }
    return new TableRow(table, values);
  }

  /** Returns the assignments without those of a column of the key to the value that it has. */
  private List<Change.Assignment> changing(List<Change.Assignment> nodes, ConflictKey key) {
    return nodes.stream().filter(node -> !isSame(node, key)).toList();
  }

  private boolean isSame(Change.Assignment node, ConflictKey key) {
    String name = node.columns().getFirst().name();
    @Nullable Column column = target.columnNames().contains(name) ? target.findColumn(name) : null;
    return !node.parenthesized()
        && column != null
        && node.value() instanceof Reference.Column reference
        && reference.names().equals(List.of(EXCLUDED, name))
        && key.columns().contains(column)
        && table.schema().isKey(column.id());
  }
}
