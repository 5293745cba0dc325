package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Representations of values of one SQL type that come from several places. */
public final class Representations {
  private Representations() {}

  /** Returns the values in one representation: their own if it is the same for all. */
  public static List<Expression> equal(List<Expression> values) {
    VectorType first = values.getFirst().type();
    if (values.stream().allMatch(value -> value.type().equals(first))) {
      return values;
    }
    return values.stream().map(value -> as(value, first)).toList();
  }

  /** Returns a value in the default representation of the kind of another. */
  private static Expression as(Expression value, VectorType other) {
    VectorType type = VectorType.of(other.kind());
    return value.type().equals(type) ? value : new ExpressionBuilder().cast(value, type.kind());
  }
}
