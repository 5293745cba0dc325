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
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * References to objects of the catalog in results: numbers in a query, names for the client. Only
 * the execution knows the names.
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

  /** Returns the plan with names in place of references; the same plan if there are none. */
  static LogicalPlan asText(AnalyzedStatement analyzed, StatementAnalysis statement) {
    if (analyzed.plan() instanceof LogicalChange || !hasReference(analyzed.columns())) {
      return analyzed.plan();
    }
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
    TypeReference text = TypeReference.of(statement.registry().types().require(TypeOids.TEXT));
    List<Assignment> assignments = new ArrayList<>();
    for (ResultColumn column : analyzed.columns()) {
      assignments.add(
          isReference(column)
              ? named(column, casts, text, statement)
              : Assignment.of(column.variable()));
    }
    return new LogicalOperator.Project(analyzed.plan(), assignments);
  }

  private static boolean hasReference(List<ResultColumn> columns) {
    for (ResultColumn column : columns) {
      if (isReference(column)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReference(ResultColumn column) {
    TypeKind kind = column.type().type().kind();
    return kind != null && kind.isNamedReference();
  }

  private static Assignment named(
      ResultColumn column,
      ExpressionAnalyzer casts,
      TypeReference text,
      StatementAnalysis statement) {
    TypedExpression value =
        TypedExpression.of(column.variable(), column.type(), TypedExpression.NO_POSITION);
    Expression name = casts.cast(value, text).expression();
    Variable variable = statement.variables().create(name.type(), column.name());
    return new Assignment(variable, name);
  }
}
