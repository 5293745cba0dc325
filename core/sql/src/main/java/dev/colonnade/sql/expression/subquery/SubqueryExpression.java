package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Subquery;

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
  default Subquery subquery() {
    return call().plan();
  }

  @Override
  default boolean isImmutable() {
    return false;
  }
}
