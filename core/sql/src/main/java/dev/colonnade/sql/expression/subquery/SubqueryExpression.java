package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.Expression;

/** Expression that runs a subquery. */
public sealed interface SubqueryExpression extends Expression
    permits ScalarSubquery, ExistsSubquery, QuantifiedSubquery, ArraySubquery {
  SubqueryCall call();

  /** A correlated subquery differs from row to row. */
  @Override
  default boolean isVolatile() {
    return call().plan().isCorrelated();
  }

  @Override
  default boolean isImmutable() {
    return false;
  }
}
