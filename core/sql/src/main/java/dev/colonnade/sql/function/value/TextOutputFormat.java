package dev.colonnade.sql.function.value;

import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formatter of values in PostgreSQL's text output form. */
public final class TextOutputFormat {
  private TextOutputFormat() {}

  /** Returns the text of a client's Java value of a kind. */
  public static String of(TypeKind kind, Object value) {
    return switch (value) {
      case Boolean truth -> truth ? "t" : "f";
      case Float number -> Casts.realToText(number);
      case Double number -> Casts.doubleToText(number);
      case BigDecimal number -> Casts.decimalToText(number);
      case ZeroBasedArray vector ->
          ArrayText.format(ArrayShape.ofOne(vector.size(), 1), elements(vector));
      case List<?> values ->
          ArrayText.format(
              ArrayValue.shapeOf(values), elements(values), ArrayText.delimiter(values));
      case byte[] bytes -> "\\x" + HexFormat.of().formatHex(bytes);
      case LocalDate date -> DateTimeOutput.date((int) date.toEpochDay(), DateStyle.DEFAULT);
      case LocalTime time -> DateTimeOutput.time(EpochMicros.ofLocalTime(time));
      case LocalDateTime time ->
          DateTimeOutput.timestamp(EpochMicros.ofLocalDateTime(time), DateStyle.DEFAULT);
      case Instant instant ->
          DateTimeOutput.timestamptz(
              EpochMicros.ofInstant(instant), ZoneOffset.UTC, DateStyle.DEFAULT);
      case RangeValue range -> RangeText.format(range, bound -> of(TypeKind.UNKNOWN, bound));
      case MultirangeValue set -> RangeText.format(set, bound -> of(TypeKind.UNKNOWN, bound));
      default -> kind.isText() ? (String) value : value.toString();
    };
  }

  private static List<@Nullable String> elements(List<?> values) {
    List<@Nullable String> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      Interruption.check(texts.size());
      texts.add(value == null ? null : of(TypeKind.UNKNOWN, value));
    }
    return texts;
  }
}
