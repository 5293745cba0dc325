package dev.colonnade.sql.analyze.query.select;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.draft.Representations;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;

/** Analysis of VALUES. */
public final class ValuesAnalyzer {
  private final SelectContext context;

  public ValuesAnalyzer(QueryContext context) {
    this.context = new SelectContext(requireNonNull(context, "context is null"));
  }

  /** Returns the rows. */
  public AnalyzedQuery analyze(Query.Values values) {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.VALUES);
    List<List<TypedExpression>> rows = new ArrayList<>();
    int width = values.rows().getFirst().size();
    for (var row : values.rows()) {
      if (row.size() != width) {
        throw ScopeErrors.at(
            ErrorCode.SYNTAX_ERROR,
            "VALUES lists must all be the same length",
            row.isEmpty() ? -1 : row.getFirst().position());
      }
      rows.add(row.stream().map(expressions::analyze).toList());
    }
    TargetList.requireSize(width);
    List<ResultColumn> columns = new ArrayList<>();
    List<List<Expression>> byColumn = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      int column = i;
      List<TypedExpression> inputs = rows.stream().map(row -> row.get(column)).toList();
      TypeReference type = expressions.common("VALUES", inputs);
      List<Expression> converted =
          Representations.equal(
              inputs.stream().map(value -> expressions.merged(value, type).expression()).toList());
      byColumn.add(converted);
      String name = "column" + (i + 1);
      Variable variable = context.statement().variables().create(converted.getFirst().type(), name);
      columns.add(new ResultColumn(name, variable, type, Origin.NONE));
    }
    List<List<Expression>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      InterruptionPoint.check(i);
      int row = i;
      all.add(byColumn.stream().map(column -> column.get(row)).toList());
    }
    return new AnalyzedQuery(
        new LogicalSource.Rows(all, columns.stream().map(ResultColumn::variable).toList()),
        columns);
  }
}
