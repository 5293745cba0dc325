package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.expression.subquery.ArraySubquery;
import dev.colonnade.sql.expression.subquery.ExistsSubquery;
import dev.colonnade.sql.expression.subquery.ScalarSubquery;
import dev.colonnade.sql.expression.subquery.SubqueryCall;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;

/** Translation of subqueries in expressions. */
final class ExpressionTranslatorSubqueries {
  private final ExpressionBuilder builder;
  private final SubqueryTranslator subqueries;
  private final int rowId;

  ExpressionTranslatorSubqueries(
      ExpressionBuilder builder, SubqueryTranslator subqueries, int rowId) {
    this.builder = builder;
    this.subqueries = subqueries;
    this.rowId = rowId;
  }

  /**
   * Returns the expression of a subquery.
   *
   * @param operands the values on the left side of a comparison
   */
  Expression translate(RexSubQuery subquery, List<Expression> operands) {
    SubqueryCall call =
        new SubqueryCall(subqueries.plan(subquery), rowId, hasVolatileCalls(subquery.rel));
    return switch (subquery.getKind()) {
      case SCALAR_QUERY -> builder.fold(new ScalarSubquery(call));
      case EXISTS -> builder.fold(new ExistsSubquery(call));
      case ARRAY_QUERY_CONSTRUCTOR -> builder.fold(new ArraySubquery(call));
      case IN -> builder.quantified(ComparisonOperator.EQUAL, false, operands, call);
      case NOT_IN ->
          builder.test(
              Test.NOT, builder.quantified(ComparisonOperator.EQUAL, false, operands, call));
      case SOME, ALL -> {
        SqlKind comparison = ((SqlQuantifyOperator) subquery.getOperator()).comparisonKind;
        yield builder.quantified(
            ExpressionTranslator.comparison(comparison),
            subquery.getKind() == SqlKind.ALL,
            operands,
            call);
      }
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "subquery is not supported: " + subquery.getKind());
    };
  }

  private static boolean hasVolatileCalls(RelNode plan) {
    boolean[] found = new boolean[1];
    RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            found[0] |= !RexUtil.isDeterministic(call);
            return call;
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery inner) {
            found[0] |= hasVolatileCalls(inner.rel);
            return super.visitSubQuery(inner);
          }
        };
    plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            visited.accept(expressions);
            return visited;
          }
        });
    return found[0];
  }
}
