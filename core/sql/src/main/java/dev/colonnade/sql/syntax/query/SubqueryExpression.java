package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.OperatorName;

/** Expression over the rows of a query or the elements of an array. */
public sealed interface SubqueryExpression extends Expression {
  /** Quantifier of a comparison; SOME is ANY. */
  enum Quantifier {
    ANY,
    ALL
  }

  /** Value of the only row. */
  record Scalar(Query query, int position) implements SubqueryExpression {}

  /** {@code EXISTS}. */
  record Exists(Query query, int position) implements SubqueryExpression {}

  /** {@code ARRAY(query)}. */
  record ArrayOf(Query query, int position) implements SubqueryExpression {}

  /** {@code [NOT] IN} of a query. */
  record In(Expression operand, Query query, boolean negated, int position)
      implements SubqueryExpression {}

  /** Operator between a value and each row; LIKE is the operator that it stands for. */
  record Quantified(Comparison comparison, Query query, int position)
      implements SubqueryExpression {}

  /** Operator between a value and each element of an array. */
  record QuantifiedArray(Comparison comparison, Expression array, int position)
      implements SubqueryExpression {}

  /** Left side of a quantified comparison. */
  record Comparison(Expression left, OperatorName operator, Quantifier quantifier) {}
}
