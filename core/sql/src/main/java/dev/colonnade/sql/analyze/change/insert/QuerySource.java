package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.analyze.change.value.AssignedPositions;
import dev.colonnade.sql.analyze.change.value.GeneratedColumns;
import dev.colonnade.sql.analyze.change.value.Identities;
import dev.colonnade.sql.analyze.change.value.PartAssignment;
import dev.colonnade.sql.analyze.change.value.ValueAnalyzer;
import dev.colonnade.sql.analyze.query.QueryAnalyzer;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Change.Overriding;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Rows of INSERT with a query. */
final class QuerySource {
  private final Table table;
  private final ChangeScope scope;
  private final ValueAnalyzer values;

  QuerySource(Table table, ChangeScope scope) {
    this.table = table;
    this.scope = scope;
    this.values = new ValueAnalyzer(table, scope, ClauseKind.SELECT);
  }

  /**
   * Returns the rows of a query.
   *
   * @param isPlain whether nothing but the table gets the rows
   */
  InsertSource of(Query query, InsertTargets targets, Overriding overriding, boolean isPlain) {
    AnalyzedQuery analyzed = new QueryAnalyzer(scope.context()).analyze(query, wanted(targets));
    int width = analyzed.columns().size();
    List<Integer> positions = AssignedPositions.ofColumns(query, width);
    targets.requireAtMost(width, targets.count() < width ? positions.get(targets.count()) : -1);
    targets.requireAtLeast(width);
    List<Column> given = targets.first(width);
    ColumnParts assigned = new ColumnParts(values.expressions());
    for (int i = 0; i < width; i++) {
      Column column = given.get(i);
      TypedExpression value =
          TypedExpression.of(
              analyzed.columns().get(i).variable(),
              analyzed.columns().get(i).type(),
              positions.get(i));
      TargetColumn part = targets.part(i);
      if (part != null) {
        assigned.put(column, part, value);
        continue;
      }
      Expression converted = values.assigned(column, value);
      if (isAssigned(column, overriding)) {
        assigned.put(column, converted);
      }
    }
    List<Column> columns = assigned.columns();
    List<Expression> row = assigned.values();
    OmittedColumns omitted = OmittedColumns.of(table, columns);
    if (isPlain && !columns.isEmpty() && !SequenceCalls.areIn(analyzed.plan())) {
      omitted = omitted.withAllocation(table);
    }
    for (Column column : omitted.computed()) {
      columns.add(column);
      row.add(values.defaultOf(column));
    }
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      assignments.add(
          new Assignment(
              scope.statement().variables().create(row.get(i).type(), columns.get(i).name()),
              row.get(i)));
    }
    return new InsertSource(
        new LogicalOperator.Project(analyzed.plan(), assignments),
        given,
        columns,
        omitted.allocated());
  }

  /** Returns the types of the columns, without modifiers, for constants without a type. */
  private List<TypeReference> wanted(InsertTargets targets) {
    List<TypeReference> types = new ArrayList<>();
    List<Column> columns = targets.all();
    for (int i = 0; i < columns.size(); i++) {
      TargetColumn part = targets.part(i);
      TypeReference type = ColumnTypes.of(columns.get(i), scope.statement().registry());
      types.add(
          TypeReference.of(
              part == null
                  ? type.type()
                  : new PartAssignment(values.expressions()).typeOf(columns.get(i), part).type()));
    }
    return types;
  }

  /** Returns whether a column gets the values of the query, and not its own. */
  private boolean isAssigned(Column column, Overriding overriding) {
    if (GeneratedColumns.contains(table, column)) {
      throw GeneratedColumns.refusedInsert(column);
    }
    IdentityColumn identity = Identities.find(table, column);
    if (identity == null || overriding == Overriding.SYSTEM) {
      return true;
    }
    if (overriding == Overriding.NONE && identity.always()) {
      throw Identities.refusedInsert(column);
    }
    return overriding == Overriding.NONE;
  }
}
