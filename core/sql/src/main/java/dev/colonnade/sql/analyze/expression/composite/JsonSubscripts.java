package dev.colonnade.sql.analyze.expression.composite;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.registry.cast.CastContext;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types of subscripts of {@code jsonb}: numbers are of arrays, texts are keys. */
public final class JsonSubscripts {
  private JsonSubscripts() {}

  /** Returns a subscript as an integer or a text; TYPE_MISMATCH if it is neither or both. */
  public static TypedExpression of(
      TypedExpression index, ExpressionState state, Conversions conversions) {
    if (index.isUnknown()) {
      return conversions.convert(index, state.reference("text"));
    }
    List<TypeReference> targets = new ArrayList<>();
    for (String name : List.of("int4", "text")) {
      TypeReference target = state.reference(name);
      if (state.coercions().find(index.type(), target, CastContext.IMPLICIT) != null) {
        targets.add(target);
      }
    }
    if (targets.size() != 1) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "subscript type %s is not supported".formatted(index.type().type()),
          targets.isEmpty()
              ? "jsonb subscript must be coercible to either integer or text."
              : "jsonb subscript must be coercible to only one type, integer or text.",
          index.position());
    }
    return conversions.convert(index, targets.getFirst());
  }

  /** Returns the error of a slice. */
  public static ColonnadeException slice(
      @Nullable Expression lower, @Nullable Expression upper, int position) {
    Expression bound = upper == null ? lower : upper;
    return Positions.error(
        ErrorCode.TYPE_MISMATCH,
        "jsonb subscript does not support slices",
        bound == null ? position : bound.position());
  }
}
