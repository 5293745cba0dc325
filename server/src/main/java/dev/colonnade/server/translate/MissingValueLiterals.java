package dev.colonnade.server.translate;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import java.math.BigDecimal;
import java.util.UUID;

/** Conversion of missing values, which rows older than a column contain, to literals. */
final class MissingValueLiterals {
  private MissingValueLiterals() {}

  /** Returns the literal that {@link LiteralTranslator#storable} converts back to {@code value}. */
  static Literal literal(ColumnType type, Object value) {
    return switch (value) {
      case Boolean bool -> new Literal.OfBoolean(bool);
      case Short number -> new Literal.OfLong(number);
      case Integer number -> new Literal.OfLong(number);
      case Long number -> new Literal.OfLong(number);
      case Float number -> new Literal.OfDouble(number);
      case Double number -> new Literal.OfDouble(number);
      case BigDecimal number -> new Literal.OfDecimal(number);
      case String text -> new Literal.OfText(text);
      case UUID uuid -> new Literal.OfUuid(uuid);
      case byte[] bytes -> new Literal.OfBytes(Bytes.copyOf(bytes));
      default -> new Literal.OfLong(units(type, value));
    };
  }

  /** Returns the days of a date or the microseconds of other temporal values. */
  private static long units(ColumnType type, Object value) {
    return type == ColumnType.Plain.DATE
        ? StoredForm.intOf(type, value)
        : StoredForm.longOf(type, value);
  }
}
