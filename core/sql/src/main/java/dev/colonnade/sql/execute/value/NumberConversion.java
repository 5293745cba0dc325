package dev.colonnade.sql.execute.value;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers in the internal representation of another kind. */
public final class NumberConversion {
  private NumberConversion() {}

  /** Returns a number in the internal representation of a kind; any other value as it is. */
  public static @Nullable Object as(TypeKind kind, @Nullable Object value) {
    if (!(value instanceof Number number)) {
      return value;
    }
    return switch (kind) {
      case SMALLINT -> number.shortValue();
      case INTEGER -> number.intValue();
      case BIGINT -> number.longValue();
      case REAL -> number.floatValue();
      case DOUBLE ->
          number instanceof BigDecimal decimal && SpecialNumeric.is(decimal)
              ? SpecialNumeric.toDouble(decimal)
              : number.doubleValue();
      case NUMERIC ->
          switch (number) {
            case BigDecimal decimal -> decimal;
            case Double floating ->
                Double.isFinite(floating)
                    ? BigDecimal.valueOf(floating)
                    : SpecialNumeric.of(floating);
            case Float floating ->
                Float.isFinite(floating)
                    ? new BigDecimal(floating.toString())
                    : SpecialNumeric.of(floating);
            default -> BigDecimal.valueOf(number.longValue());
          };
      default -> value;
    };
  }
}
