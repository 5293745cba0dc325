package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Values of Calcite's literals in their internal representation. */
final class ExpressionTranslatorLiterals {
  private static final long MICROS_PER_MILLI = 1000;

  private ExpressionTranslatorLiterals() {}

  /** Returns the value; null for NULL. */
  static @Nullable Object valueOf(RexLiteral literal) {
    if (literal.isNull()) {
      return null;
    }
    TypeKind kind = CalciteTypes.kindOf(literal.getType());
    return switch (kind) {
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC -> number(literal, kind);
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          number(literal, TypeKind.BIGINT);
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, JSON, JSONB -> literal.getValueAs(String.class);
      case BYTEA -> {
        ByteString bytes = literal.getValueAs(ByteString.class);
        yield bytes == null ? null : Bytes.of(bytes.getBytes());
      }
      case UUID -> literal.getValueAs(UUID.class);
      case DATE -> literal.getValueAs(Integer.class);
      case TIME -> {
        TimeString time = literal.getValueAs(TimeString.class);
        yield time == null ? null : (Long) DateTimeFunctions.textToTime(time.toString());
      }
      case TIMESTAMP, TIMESTAMPTZ -> {
        TimestampString time = literal.getValueAs(TimestampString.class);
        yield time == null ? null : (Long) DateTimeFunctions.textToTimestamp(time.toString());
      }
      case INTERVAL -> interval(literal);
      case ARRAY, VOID, UNKNOWN -> throw unsupported(literal);
    };
  }

  private static Object number(RexLiteral literal, TypeKind kind) {
    Object value = literal.getValue4();
    if (value instanceof Double number && kind == TypeKind.DOUBLE) {
      return number;
    }
    BigDecimal number = literal.getValueAs(BigDecimal.class);
    if (number == null) {
      throw unsupported(literal);
    }
    return switch (kind) {
      case SMALLINT -> number.shortValueExact();
      case INTEGER -> number.intValueExact();
      case BIGINT -> number.longValueExact();
      case REAL -> number.floatValue();
      case DOUBLE -> number.doubleValue();
      default -> number;
    };
  }

  /** Calcite's intervals are months or milliseconds. */
  private static Interval interval(RexLiteral literal) {
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    if (value == null) {
      throw unsupported(literal);
    }
    boolean isMonths = SqlTypeName.YEAR_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName());
    return isMonths
        ? new Interval(value.intValueExact(), 0, 0)
        : new Interval(0, 0, Math.multiplyExact(value.longValue(), MICROS_PER_MILLI));
  }

  private static ColonnadeException unsupported(RexLiteral literal) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "literal is not supported: type=" + literal.getType().getSqlTypeName());
  }
}
