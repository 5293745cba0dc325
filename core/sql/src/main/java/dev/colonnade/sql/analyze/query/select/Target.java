package dev.colonnade.sql.analyze.query.select;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;

/**
 * Column of a SELECT.
 *
 * @param isHidden whether only ORDER BY or DISTINCT ON reads it
 */
record Target(String name, TypedExpression value, Origin origin, boolean isHidden) {
  Target {
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
    requireNonNull(origin, "origin is null");
  }

  Target with(TypedExpression other) {
    return new Target(name, other, origin, isHidden);
  }
}
