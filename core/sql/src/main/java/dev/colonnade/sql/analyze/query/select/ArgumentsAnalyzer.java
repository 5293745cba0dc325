package dev.colonnade.sql.analyze.query.select;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analysis of the arguments of EXECUTE: one row of values, assigned to types. */
public final class ArgumentsAnalyzer {
  private final SelectContext context;

  public ArgumentsAnalyzer(QueryContext context) {
    this.context = new SelectContext(requireNonNull(context, "context is null"));
  }

  /**
   * Returns the row.
   *
   * @throws ColonnadeException TYPE_MISMATCH if a value has no cast for assignments to its type
   */
  public AnalyzedQuery analyze(
      List<dev.colonnade.sql.syntax.query.Expression> nodes, List<TypeReference> types) {
    ExpressionAnalyzer expressions = context.expressions(ClauseKind.EXECUTE_PARAMETER);
    List<Expression> row = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Expression value =
          assigned(i + 1, expressions.analyze(nodes.get(i)), types.get(i), expressions);
      Variable variable = context.statement().variables().create(value.type(), "$" + (i + 1));
      row.add(value);
      columns.add(new ResultColumn(variable.name(), variable, types.get(i), Origin.NONE));
    }
    return new AnalyzedQuery(
        new LogicalSource.Rows(List.of(row), columns.stream().map(ResultColumn::variable).toList()),
        columns);
  }

  private static Expression assigned(
      int number, TypedExpression value, TypeReference type, ExpressionAnalyzer expressions) {
    @Nullable TypedExpression assigned = expressions.findAssigned(value, type);
    if (assigned == null) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "parameter $%d of type %s cannot be coerced to the expected type %s"
              .formatted(number, value.type().type(), type.type()),
          ErrorFields.at(value.position() + 1)
              .withHint("You will need to rewrite or cast the expression."));
    }
    return assigned.expression();
  }
}
