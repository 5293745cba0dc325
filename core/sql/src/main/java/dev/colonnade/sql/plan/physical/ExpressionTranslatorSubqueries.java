package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.expression.subquery.ArraySubquery;
import dev.colonnade.sql.expression.subquery.ExistsSubquery;
import dev.colonnade.sql.expression.subquery.ProjectedSubquery;
import dev.colonnade.sql.expression.subquery.ScalarSubquery;
import dev.colonnade.sql.expression.subquery.SubqueryCall;
import dev.colonnade.sql.plan.logical.SubqueryOperator;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Translation of subqueries in expressions. */
final class ExpressionTranslatorSubqueries {
  private final ExpressionBuilder builder;
  private final SubqueryTranslator subqueries;

  ExpressionTranslatorSubqueries(ExpressionBuilder builder, SubqueryTranslator subqueries) {
    this.builder = builder;
    this.subqueries = subqueries;
  }

  /**
   * Returns the expression of a subquery.
   *
   * @param compared the values on the left side of a comparison
   * @param outer the columns of enclosing rows that the subquery reads
   * @param names of the columns of the input
   */
  Expression translate(
      SubqueryOperator operator,
      List<Expression> compared,
      List<Expression> outer,
      List<String> names) {
    int id = -operator.number();
    List<VectorType> outerTypes = outer.stream().map(Expression::type).toList();
    List<String> outerNames = outer.stream().map(value -> value.sql(names)).toList();
    RowColumns outerColumns = new RowColumns(id, outerTypes, outerNames);
    SubqueryCall call =
        new SubqueryCall(subqueries.plan(operator, outerColumns), id, !operator.isDeterministic());
    if (outer.isEmpty()) {
      return expression(operator, compared, call);
    }
    List<Expression> columns = new ArrayList<>(outer);
    columns.addAll(compared);
    List<Expression> left = new ArrayList<>();
    for (int i = 0; i < compared.size(); i++) {
      left.add(new ColumnReference(compared.get(i).type(), outer.size() + i));
    }
    return new ProjectedSubquery(columns, expression(operator, left, call));
  }

  private Expression expression(
      SubqueryOperator operator, List<Expression> left, SubqueryCall call) {
    return switch (operator.kind()) {
      case SCALAR_QUERY -> builder.fold(new ScalarSubquery(call));
      case EXISTS -> builder.fold(new ExistsSubquery(call));
      case ARRAY_QUERY_CONSTRUCTOR -> builder.fold(new ArraySubquery(call));
      case IN -> builder.quantified(ComparisonOperator.EQUAL, false, left, call);
      case NOT_IN ->
          builder.test(Test.NOT, builder.quantified(ComparisonOperator.EQUAL, false, left, call));
      case SOME ->
          builder.quantified(
              ExpressionTranslator.comparison(operator.comparison()), false, left, call);
      case ALL ->
          builder.quantified(
              ExpressionTranslator.comparison(operator.comparison()), true, left, call);
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "subquery is not supported: " + operator.kind());
    };
  }
}
