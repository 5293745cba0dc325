package dev.colonnade.sql.expression;

import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.value.RangeText;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL text of constants, as EXPLAIN of PostgreSQL writes them. */
public final class LiteralText {
  private LiteralText() {}

  /** Returns the text of a value in its internal representation, with a cast where it needs one. */
  public static String of(TypeKind kind, @Nullable Object value) {
    if (value == null) {
      return kind == TypeKind.UNKNOWN ? "NULL" : "NULL::" + nameOf(kind);
    }
    if (kind == TypeKind.ARRAY && value instanceof List<?> list) {
      return ofArray(kindOf(list), list);
    }
    String plain = plain(kind, value);
    boolean isBare =
        kind == TypeKind.BOOLEAN
            || ((kind == TypeKind.INTEGER || kind == TypeKind.NUMERIC) && !plain.startsWith("-"));
    return isBare ? plain : quoted(plain) + "::" + nameOf(kind);
  }

  /** Returns the text of an array of elements of a kind. */
  public static String ofArray(TypeKind element, List<?> elements) {
    List<@Nullable String> texts = new ArrayList<>();
    for (Object value : elements) {
      texts.add(value == null ? null : plain(element, value));
    }
    return quoted(
            ArrayText.format(ArrayValue.shapeOf(elements), texts, ArrayText.delimiter(elements)))
        + "::"
        + nameOf(element)
        + "[]";
  }

  private static String nameOf(TypeKind kind) {
    return kind == TypeKind.CHAR ? "bpchar" : kind.sqlName();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Returns the text of a value in its internal representation, without quotes and a cast. */
  public static String plain(TypeKind kind, Object value) {
    return switch (value) {
      case Integer days when kind == TypeKind.DATE -> DateTimeOutput.date(days, DateStyle.DEFAULT);
      case Long micros when kind == TypeKind.TIME -> DateTimeOutput.time(micros);
      case Long micros when kind == TypeKind.TIMESTAMP ->
          DateTimeOutput.timestamp(micros, DateStyle.DEFAULT);
      case Long micros when kind == TypeKind.TIMESTAMPTZ ->
          DateTimeOutput.timestamptz(micros, ZoneOffset.UTC, DateStyle.DEFAULT);
      case BigDecimal number -> Casts.decimalToText(number);
      case Double number -> Casts.doubleToText(number);
      case Float number -> Casts.realToText(number);
      case Interval interval -> IntervalFunctions.intervalToText(interval);
      case RangeValue range -> RangeText.format(range, bound -> plain(boundOf(kind), bound));
      case MultirangeValue set -> RangeText.format(set, bound -> plain(boundOf(kind), bound));
      case List<?> row -> row.toString();
      default -> value.toString();
    };
  }

  private static TypeKind boundOf(TypeKind kind) {
    TypeKind bound = kind.boundKind();
    return bound == null ? TypeKind.UNKNOWN : bound;
  }

  /** Returns the kind of the elements of an array by their representation. */
  private static TypeKind kindOf(List<?> array) {
    for (Object element : array) {
      if (element != null) {
        return switch (element) {
          case Boolean _ -> TypeKind.BOOLEAN;
          case Short _ -> TypeKind.SMALLINT;
          case Integer _ -> TypeKind.INTEGER;
          case Long _ -> TypeKind.BIGINT;
          case Float _ -> TypeKind.REAL;
          case Double _ -> TypeKind.DOUBLE;
          case BigDecimal _ -> TypeKind.NUMERIC;
          case UUID _ -> TypeKind.UUID;
          case Interval _ -> TypeKind.INTERVAL;
          default -> TypeKind.TEXT;
        };
      }
    }
    return TypeKind.TEXT;
  }
}
