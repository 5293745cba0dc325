package dev.colonnade.sql.analyze.query.draft;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
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
    VectorType type = VectorType.of(first.kind());
    return values.stream().map(value -> as(value, type)).toList();
  }

  /** Returns a value in the default representation of a kind. */
  private static Expression as(Expression value, VectorType type) {
    if (value.type().equals(type)) {
      return value;
    }
    if (value instanceof Literal(VectorType _, Object known)
        && (known == null || type.kind() == TypeKind.NUMERIC)) {
      return new Literal(type, known == null ? null : decimal(known));
    }
    return value.type().kind() == type.kind()
        ? new CoalesceExpression(type, List.of(value))
        : new ExpressionBuilder().cast(value, type.kind());
  }

  private static BigDecimal decimal(Object value) {
    return value instanceof BigDecimal decimal
        ? decimal
        : BigDecimal.valueOf(((Number) value).longValue());
  }
}
