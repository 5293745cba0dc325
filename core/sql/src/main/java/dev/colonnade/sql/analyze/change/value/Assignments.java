package dev.colonnade.sql.analyze.change.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.change.row.ChangeScope;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SET clause: new values of columns. A subquery that provides the values of several columns is
 * joined to the rows that change.
 */
public final class Assignments {
  private final ChangedRelation target;
  private final ChangeScope scope;
  private final ValueAnalyzer values;
  private final Map<Column, dev.colonnade.sql.expression.Expression> assigned =
      new LinkedHashMap<>();
  private final Set<Column> elements = new HashSet<>();
  private LogicalPlan plan;

  private Assignments(ChangedRelation target, ChangeScope scope, LogicalPlan plan) {
    this.target = target;
    this.scope = scope;
    this.values = new ValueAnalyzer(target.table(), scope, ClauseKind.UPDATE_SOURCE);
    this.plan = plan;
  }

  /**
   * Returns the analyzed clause.
   *
   * @param plan rows that change
   */
  public static Assignments of(
      List<Change.Assignment> nodes, ChangedRelation target, ChangeScope scope, LogicalPlan plan) {
    Assignments assignments = new Assignments(target, scope, plan);
    nodes.forEach(assignments::add);
    return assignments;
  }

  /** Returns the new values in the order of the clause. */
  public Map<Column, dev.colonnade.sql.expression.Expression> values() {
    return assigned;
  }

  /** Returns the rows that change, with the columns of subqueries that provide values. */
  public LogicalPlan plan() {
    return plan;
  }

  private void add(Change.Assignment node) {
    if (!node.parenthesized()) {
      Change.TargetColumn name = node.columns().getFirst();
      if (name.accessors().isEmpty()) {
        put(column(name), node.value());
      } else {
        putPart(name, values.part(name, node.value()));
      }
      return;
    }
    switch (node.value()) {
      case Call.Row row -> addRow(node, row);
      case SubqueryExpression.Scalar subquery -> addSubquery(node, subquery);
      default ->
          throw ChangeErrors.unsupported(
              node.value().position(),
              "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression");
    }
  }

  /** Assigns a part; further assignments to parts of the same column add to it. */
  private void putPart(Change.TargetColumn name, TypedExpression value) {
    Column column = column(name);
    dev.colonnade.sql.expression.Expression before =
        elements.contains(column)
            ? assigned.get(column)
            : values
                .expressions()
                .analyze(
                    new Reference.Column(List.of(target.alias(), name.name()), name.position()))
                .expression();
    requireNonNull(before, "value is null");
    dev.colonnade.sql.expression.Expression changed =
        new PartAssignment(values.expressions()).of(column, name, before, value);
    if (elements.add(column)) {
      put(column, changed, false);
    } else {
      assigned.put(column, changed);
    }
  }

  private void addRow(Change.Assignment node, Call.Row row) {
    List<Field> fields = fields(row);
    requireWidth(node, fields.size(), row.position());
    for (int i = 0; i < fields.size(); i++) {
      Change.TargetColumn name = node.columns().get(i);
      Expression source = fields.get(i).node();
      TypedExpression value = fields.get(i).value();
      if (value != null) {
        put(name, value);
      } else if (name.accessors().isEmpty()) {
        put(column(name), source);
      } else {
        putPart(name, values.part(name, source));
      }
    }
  }

  /**
   * Field of a row.
   *
   * @param value null if it is {@code node} alone, which may be DEFAULT
   */
  private record Field(Expression node, @Nullable TypedExpression value) {}

  /** Returns the fields of a row, with all columns in the place of {@code t.*}. */
  private List<Field> fields(Call.Row row) {
    List<Field> fields = new ArrayList<>();
    for (Expression node : row.fields()) {
      if (node instanceof Reference.Star || node instanceof Reference.AllFields) {
        Call.Row expanded = new Call.Row(List.of(node), true, node.position());
        values
            .expressions()
            .fieldValues(values.expressions().analyze(expanded))
            .forEach(value -> fields.add(new Field(node, value.at(node.position()))));
      } else {
        fields.add(new Field(node, null));
      }
    }
    return fields;
  }

  private void addSubquery(Change.Assignment node, SubqueryExpression.Scalar subquery) {
    AnalyzedQuery query = scope.subquery(subquery.query(), ClauseKind.UPDATE_SOURCE);
    requireWidth(node, query.columns().size(), subquery.position());
    plan = new LogicalJoin(LogicalJoin.Kind.SINGLE, plan, query.plan(), List.of(), true);
    List<Integer> positions = AssignedPositions.ofColumns(subquery.query(), query.columns().size());
    for (int i = 0; i < query.columns().size(); i++) {
      ResultColumn result = query.columns().get(i);
      Change.TargetColumn name = node.columns().get(i);
      TypedExpression value =
          TypedExpression.of(result.variable(), result.type(), positions.get(i));
      put(name, value);
    }
  }

  private void put(Change.TargetColumn name, TypedExpression value) {
    if (name.accessors().isEmpty()) {
      Column column = column(name);
      put(column, values.assigned(column, value), false);
    } else {
      putPart(name, value);
    }
  }

  private static void requireWidth(Change.Assignment node, int width, int position) {
    if (node.columns().size() != width) {
      throw ChangeErrors.at(
          position, ErrorCode.SYNTAX_ERROR, "number of columns does not match number of values");
    }
  }

  private Column column(Change.TargetColumn name) {
    Column column = target.column(name.name(), name.position());
    target.requireColumn(Privilege.UPDATE, name.name());
    return column;
  }

  private void put(Column column, Expression node) {
    put(column, values.value(column, node), ValueAnalyzer.isDefault(node));
  }

  private void put(
      Column column, dev.colonnade.sql.expression.Expression value, boolean isDefault) {
    if (assigned.containsKey(column)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "multiple assignments to same column \"%s\"".formatted(column.name()));
    }
    if (!isDefault && GeneratedColumns.contains(target.table(), column)) {
      throw GeneratedColumns.refusedUpdate(column);
    }
    if (!isDefault && Identities.isAlways(target.table(), column)) {
      throw Identities.refusedUpdate(column);
    }
    assigned.put(column, value);
  }

  /** Returns the assigned columns. */
  public List<Column> columns() {
    return new ArrayList<>(assigned.keySet());
  }
}
