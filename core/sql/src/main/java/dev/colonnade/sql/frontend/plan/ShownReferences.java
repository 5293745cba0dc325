package dev.colonnade.sql.frontend.plan;

import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Values of results that are texts for the client: references to objects of the catalog, which are
 * numbers in a query and whose names only the execution knows, and rows.
 */
final class ShownReferences {
  /** Names of nothing: only casts of variables are analyzed. */
  private static final NameResolver NO_NAMES =
      new NameResolver() {
        @Override
        public TypedExpression resolve(Reference.Column column) {
          throw new IllegalStateException("name in a cast: names=" + column.names());
        }

        @Override
        public List<NamedColumn> star(Reference.Star star) {
          throw new IllegalStateException("star in a cast: qualifier=" + star.qualifier());
        }
      };

  private ShownReferences() {}

  /**
   * Returns the plan with texts in place of references and of rows; the same plan if there are
   * none.
   *
   * @param internalColumns positions from 0 of columns that remain as they are
   */
  static LogicalPlan asText(
      AnalyzedStatement analyzed, StatementAnalysis statement, Set<Integer> internalColumns) {
    List<ResultColumn> shown = new ArrayList<>();
    for (int i = 0; i < analyzed.columns().size(); i++) {
      ResultColumn column = analyzed.columns().get(i);
      if (!internalColumns.contains(i) && ClientTypes.isShownAsText(column.type(), statement)) {
        shown.add(column);
      }
    }
    return shown.isEmpty() ? analyzed.plan() : asText(analyzed.plan(), shown, statement);
  }

  private static LogicalPlan asText(
      LogicalPlan plan, List<ResultColumn> columns, StatementAnalysis statement) {
    Map<Variable, Assignment> texts = new HashMap<>();
    ExpressionAnalyzer casts =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement,
                NO_NAMES,
                query -> {
                  throw new IllegalStateException("subquery in a cast: position=" + query);
                },
                null,
                ClauseKind.SELECT));
    for (ResultColumn column : columns) {
      texts.put(column.variable(), named(column, casts, statement));
    }
    return shown(withShownUpdate(plan, columns, casts, statement), texts);
  }

  /** Returns a plan whose ON CONFLICT DO UPDATE returns texts, if it has one. */
  private static LogicalPlan withShownUpdate(
      LogicalPlan plan,
      List<ResultColumn> columns,
      ExpressionAnalyzer casts,
      StatementAnalysis statement) {
    if (plan instanceof LogicalChange.WithChanges with) {
      return new LogicalChange.WithChanges(
          with.items(), withShownUpdate(with.body(), columns, casts, statement));
    }
    if (!(plan instanceof LogicalChange.Insert insert)) {
      return plan;
    }
    LogicalChange.Conflict conflict = insert.conflict();
    LogicalChange.ConflictUpdate update = conflict == null ? null : conflict.update();
    if (conflict == null || update == null) {
      return plan;
    }
    LogicalChange.Part one = update.rows().one();
    LogicalPlan rows = one.plan();
    List<Variable> returned = insert.columns();
    int from = rows.columns().size() - returned.size();
    Map<Variable, Assignment> texts = new HashMap<>();
    for (ResultColumn column : columns) {
      Variable updated = rows.columns().get(from + returned.indexOf(column.variable()));
      ResultColumn other =
          new ResultColumn(column.name(), updated, column.type(), column.fields(), column.origin());
      texts.put(updated, named(other, casts, statement));
    }
    LogicalPlan shown =
        replaced(rows, from, rows.columns().subList(from, rows.columns().size()), texts);
    return new LogicalChange.Insert(
        insert.source(),
        insert.table(),
        insert.targets(),
        insert.allocated(),
        insert.checks(),
        new LogicalChange.Conflict(
            conflict.arbiters(),
            update.withRows(
                new LogicalChange.ConflictQuery(
                    new LogicalChange.Part(shown, one.parameterTypes()), null))));
  }

  private static LogicalPlan shown(LogicalPlan plan, Map<Variable, Assignment> texts) {
    return switch (plan) {
      case LogicalChange.WithChanges with ->
          new LogicalChange.WithChanges(with.items(), shown(with.body(), texts));
      case LogicalChange.TableChange change ->
          change.withInputs(
              List.of(replaced(change.source(), change.changeWidth(), change.columns(), texts)));
      case LogicalChange.LockRows lock ->
          lock.withInputs(List.of(replaced(lock.source(), 0, lock.columns(), texts)));
      default -> replaced(plan, 0, plan.columns(), texts);
    };
  }

  /** Returns a plan with texts in place of some of its columns, which begin at a position. */
  private static LogicalPlan replaced(
      LogicalPlan plan, int from, List<Variable> shown, Map<Variable, Assignment> texts) {
    List<Assignment> assignments = new ArrayList<>();
    List<Variable> columns = plan.columns();
    for (int i = 0; i < columns.size(); i++) {
      Assignment text = texts.get(columns.get(i));
      boolean isShown = i >= from && i < from + shown.size();
      assignments.add(text != null && isShown ? text : Assignment.of(columns.get(i)));
    }
    return new LogicalOperator.Project(plan, assignments);
  }

  private static Assignment named(
      ResultColumn column, ExpressionAnalyzer casts, StatementAnalysis statement) {
    Type text = statement.registry().types().require(TypeOids.TEXT);
    boolean isArray = Types.baseOf(column.type().type()).isArray();
    TypeReference target = TypeReference.of(isArray ? text.array() : text);
    Expression name = casts.cast(column.value(TypedExpression.NO_POSITION), target).expression();
    Variable variable = statement.variables().create(name.type(), column.name());
    return new Assignment(variable, name);
  }
}
