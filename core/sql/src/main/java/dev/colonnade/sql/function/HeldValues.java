package dev.colonnade.sql.function;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Between values as a running statement holds them and the Java values that users see. */
public final class HeldValues {
  private HeldValues() {}

  /** The value as users see it; arrays are lists of such values. */
  public static @Nullable Object toJava(SqlType type, @Nullable Object held) {
    SqlType element = type.element();
    if (held instanceof Vector && type.isVector()) {
      return held;
    }
    return element == null || held == null
        ? toJava(type.kind(), held)
        : mapped((List<?>) held, value -> toJava(element, value));
  }

  /** A value of the class that users see, as a statement holds it. */
  public static @Nullable Object ofJava(SqlType type, @Nullable Object value) {
    return fromJava(type, value);
  }

  /** A parameter's value as a statement holds it: of its type, or text that is read as that. */
  public static @Nullable Object fromJava(SqlType type, @Nullable Object value) {
    SqlType element = type.element();
    if (element == null || value == null) {
      return fromJava(type.kind(), value);
    }
    return switch (value) {
      case String text -> mapped(ArrayText.parse(text), part -> fromJava(element, part));
      case Object[] values -> mapped(Arrays.asList(values), part -> fromJava(element, part));
      case List<?> values -> mapped(values, part -> fromJava(element, part));
      default -> throw mismatch(type.kind(), value);
    };
  }

  private static List<@Nullable Object> mapped(
      List<?> values, Function<@Nullable Object, @Nullable Object> change) {
    List<@Nullable Object> changed = new ArrayList<>(values.size());
    for (Object value : values) {
      changed.add(change.apply(value));
    }
    return Collections.unmodifiableList(changed);
  }

  /** The value as users see it. */
  public static @Nullable Object toJava(TypeKind kind, @Nullable Object held) {
    if (held == null) {
      return null;
    }
    return switch (kind) {
      case DATE -> LocalDate.ofEpochDay(((Number) held).longValue());
      case TIME -> Moments.toLocalTime(((Number) held).longValue());
      case TIMESTAMP -> Moments.toLocalDateTime((Long) held);
      case TIMESTAMPTZ -> Moments.toInstant((Long) held);
      case BYTEA -> ((ByteString) held).getBytes();
      default -> held;
    };
  }

  /** A parameter's value as a statement holds it: of its type, or text that is read as that. */
  public static @Nullable Object fromJava(TypeKind kind, @Nullable Object value) {
    if (value == null || kind == TypeKind.UNKNOWN) {
      return value;
    }
    if (value instanceof String text && !kind.isText()) {
      return fromText(kind, text);
    }
    return switch (kind) {
      case SMALLINT -> Casts.longToSmallint(longOf(kind, value));
      case INTEGER -> Casts.longToInteger(longOf(kind, value));
      case BIGINT, OID, REGCLASS, REGTYPE, REGPROC, REGNAMESPACE, REGROLE -> longOf(kind, value);
      case NUMERIC -> decimalOf(kind, value);
      case REAL -> (float) doubleOf(kind, value);
      case DOUBLE -> doubleOf(kind, value);
      case BOOLEAN -> cast(kind, value, Boolean.class);
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR -> cast(kind, value, String.class);
      case BYTEA -> new ByteString(cast(kind, value, byte[].class));
      case DATE -> (int) cast(kind, value, LocalDate.class).toEpochDay();
      case TIME -> Moments.ofLocalTime(cast(kind, value, LocalTime.class));
      case TIMESTAMP, TIMESTAMPTZ -> microsOf(kind, value);
      case UUID -> cast(kind, value, UUID.class);
      case JSON, JSONB -> cast(kind, value, String.class);
      case INTERVAL -> intervalOf(kind, value);
      case ARRAY, VOID, UNKNOWN -> throw mismatch(kind, value);
    };
  }

  private static @Nullable Object fromText(TypeKind kind, String text) {
    return switch (kind) {
      case SMALLINT -> Casts.textToSmallint(text);
      case INTEGER -> Casts.textToInteger(text);
      case BIGINT -> Casts.textToLong(text);
      case OID -> References.textToOid(text);
      case NUMERIC -> Casts.textToDecimal(text);
      case REAL -> Casts.doubleToReal(Casts.textToDouble(text));
      case DOUBLE -> Casts.textToDouble(text);
      case BOOLEAN -> Casts.textToBoolean(text);
      case BYTEA -> Casts.textToBytea(text);
      case DATE -> Moments.textToDate(text);
      case TIME -> Moments.textToTime(text);
      case TIMESTAMP -> Moments.textToTimestamp(text);
      case TIMESTAMPTZ -> Moments.textToTimestamptz(text);
      case UUID -> Casts.textToUuid(text);
      case INTERVAL -> Intervals.textToInterval(text);
      case JSON -> JsonText.parse(text).source();
      case JSONB -> JsonText.canonical(JsonText.parse(text));
      case REGCLASS, REGTYPE, REGPROC, REGNAMESPACE, REGROLE -> References.textToOid(text);
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, ARRAY, VOID, UNKNOWN -> throw mismatch(kind, text);
    };
  }

  private static long longOf(TypeKind kind, Object value) {
    return switch (value) {
      case Byte number -> number;
      case Short number -> number;
      case Integer number -> number;
      case Long number -> number;
      case BigDecimal number -> Casts.decimalToLong(number);
      default -> throw mismatch(kind, value);
    };
  }

  private static BigDecimal decimalOf(TypeKind kind, Object value) {
    return switch (value) {
      case BigDecimal number -> number.scale() < 0 ? number.setScale(0) : number;
      case Double number -> Casts.doubleToDecimal(number);
      case Float number -> Casts.realToDecimal(number);
      default -> BigDecimal.valueOf(longOf(kind, value));
    };
  }

  private static double doubleOf(TypeKind kind, Object value) {
    return value instanceof Number number ? number.doubleValue() : failDouble(kind, value);
  }

  private static double failDouble(TypeKind kind, Object value) {
    throw mismatch(kind, value);
  }

  private static long microsOf(TypeKind kind, Object value) {
    return switch (value) {
      case LocalDateTime time -> Moments.ofLocalDateTime(time);
      case Instant instant -> Moments.ofInstant(instant);
      case OffsetDateTime time -> Moments.ofOffsetDateTime(time);
      case LocalDate date -> Moments.dateToTimestamp((int) date.toEpochDay());
      default -> throw mismatch(kind, value);
    };
  }

  private static Interval intervalOf(TypeKind kind, Object value) {
    return switch (value) {
      case Interval interval -> interval;
      case Duration duration ->
          new Interval(
              0,
              0,
              Numbers.addLong(
                  Numbers.multiplyLong(duration.getSeconds(), Moments.MICROS_PER_SECOND),
                  duration.getNano() / 1000));
      case Period period -> new Interval((int) period.toTotalMonths(), daysOf(period), 0);
      default -> throw mismatch(kind, value);
    };
  }

  private static <T> T cast(TypeKind kind, Object value, Class<T> javaClass) {
    if (!javaClass.isInstance(value)) {
      throw mismatch(kind, value);
    }
    return javaClass.cast(value);
  }

  @SuppressWarnings("JavaPeriodGetDays") // the months are taken too
  private static int daysOf(Period period) {
    return period.getDays();
  }

  private static ColonnadeException mismatch(TypeKind kind, Object value) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        "value does not go with the type: type="
            + kind.sqlName()
            + " value="
            + value.getClass().getSimpleName());
  }
}
