package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.scalar.LengthLimits;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.SpecialNumeric;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Converter between the internal representation of values and the Java values of clients. */
public final class ValueConverter {
  private ValueConverter() {}

  /** Returns the client's Java value; arrays are lists of such values. */
  public static @Nullable Object toJava(SqlType type, @Nullable Object internal) {
    SqlType element = type.element();
    if (internal instanceof ZeroBasedArray && type.isVector()) {
      return internal;
    }
    if (!type.fields().isEmpty() && internal instanceof List<?> row) {
      return fields(type, row, ValueConverter::toJava);
    }
    return element == null || internal == null
        ? toJava(type.kind(), internal)
        : mapped((List<?>) internal, value -> toJava(element, value));
  }

  /**
   * Returns the internal representation of a client's value: an object of the type's Java class, or
   * text that is parsed as the type.
   */
  public static @Nullable Object fromJava(SqlType type, @Nullable Object value) {
    return fromJava(type, value, InputContext.DEFAULT);
  }

  /** Variant of {@link #fromJava(SqlType, Object)} for a text that a session has entered. */
  public static @Nullable Object fromJava(
      SqlType type, @Nullable Object value, InputContext context) {
    SqlType element = type.element();
    if (!type.fields().isEmpty() && value instanceof List<?> row) {
      return fields(type, row, ValueConverter::fromJava);
    }
    if (element == null || value == null) {
      return fromJava(type.kind(), value, context);
    }
    return switch (value) {
      case String text ->
          mapped(
              ArrayText.parse(text, ArrayText.delimiter(element.kind())),
              part -> element(element, part, context));
      case Object[] values ->
          mapped(Arrays.asList(values), part -> element(element, part, context));
      case List<?> values -> mapped(values, part -> element(element, part, context));
      default -> throw mismatch(type.kind(), value);
    };
  }

  /** Returns an element of an array: one of char(n) has its trailing blanks. */
  private static @Nullable Object element(
      SqlType type, @Nullable Object value, InputContext context) {
    return type.kind() == TypeKind.CHAR && value instanceof String text
        ? LengthLimits.padCharacter(text, type.precision())
        : fromJava(type, value, context);
  }

  private static List<@Nullable Object> fields(
      SqlType type, List<?> row, BiFunction<SqlType, @Nullable Object, @Nullable Object> change) {
    List<@Nullable Object> changed = new ArrayList<>(row.size());
    for (int i = 0; i < row.size(); i++) {
      changed.add(change.apply(type.fields().get(i), row.get(i)));
    }
    return Collections.unmodifiableList(changed);
  }

  private static List<@Nullable Object> mapped(
      List<?> values, Function<@Nullable Object, @Nullable Object> change) {
    List<@Nullable Object> changed = new ArrayList<>(values.size());
    for (Object value : values) {
      Interruption.check(changed.size());
      changed.add(change.apply(value));
    }
    return ArrayValue.of(ArrayValue.shapeOf(values), changed);
  }

  /** Returns the client's Java value. */
  public static @Nullable Object toJava(TypeKind kind, @Nullable Object internal) {
    if (internal == null) {
      return null;
    }
    return switch (kind) {
      case DATE -> LocalDate.ofEpochDay(((Number) internal).longValue());
      case TIME -> EpochMicros.toLocalTime(((Number) internal).longValue());
      case TIMESTAMP -> EpochMicros.toLocalDateTime((Long) internal);
      case TIMESTAMPTZ -> EpochMicros.toInstant((Long) internal);
      case BYTEA -> ((Bytes) internal).toArray();
      default -> changedBounds(kind, internal, (bound, value) -> toJava(bound, value));
    };
  }

  private static @Nullable Object fromJava(
      TypeKind kind, @Nullable Object value, InputContext context) {
    if (value == null || kind == TypeKind.UNKNOWN) {
      return value;
    }
    if (value instanceof String text && !kind.isText()) {
      return fromText(kind, text, context);
    }
    if (kind.isNamedReference()) {
      return longOf(kind, value);
    }
    return switch (kind) {
      case SMALLINT -> Casts.longToSmallint(longOf(kind, value));
      case INTEGER -> Casts.longToInteger(longOf(kind, value));
      case OID -> OidCasts.longToOid(longOf(kind, value));
      case BIGINT -> longOf(kind, value);
      case NUMERIC -> decimalOf(kind, value);
      case REAL -> (float) doubleOf(kind, value);
      case DOUBLE -> doubleOf(kind, value);
      case BOOLEAN -> cast(kind, value, Boolean.class);
      case TEXT, VARCHAR, NAME, BYTE_CHAR -> cast(kind, value, String.class);
      case CHAR -> LengthLimits.withoutBlanks(cast(kind, value, String.class));
      case BYTEA -> Bytes.of(cast(kind, value, byte[].class));
      case DATE -> EpochMicros.ofLocalDate(cast(kind, value, LocalDate.class));
      case TIME -> EpochMicros.ofLocalTime(cast(kind, value, LocalTime.class));
      case TIMESTAMP, TIMESTAMPTZ -> microsOf(kind, value);
      case UUID -> cast(kind, value, UUID.class);
      case JSON, JSONB -> cast(kind, value, String.class);
      case INTERVAL -> intervalOf(kind, value);
      case INT4RANGE,
          INT8RANGE,
          NUMRANGE,
          TSRANGE,
          TSTZRANGE,
          DATERANGE,
          INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          canonical(kind, cast(kind, value, kind.internalClass()));
      case TIMETZ -> timeWithZoneOf(kind, value);
      case BIT, VARBIT -> cast(kind, value, String.class);
      case VOID -> "";
      case ARRAY, UNKNOWN -> throw mismatch(kind, value);
      default -> cast(kind, value, kind.internalClass());
    };
  }

  private static @Nullable Object fromText(TypeKind kind, String text, InputContext context) {
    if (kind.isOid()) {
      return OidCasts.textToOid(text);
    }
    return switch (kind) {
      case SMALLINT -> Casts.textToSmallint(text);
      case INTEGER -> Casts.textToInteger(text);
      case BIGINT -> Casts.textToLong(text);
      case NUMERIC -> Casts.textToDecimal(text);
      case REAL -> Casts.textToReal(text);
      case DOUBLE -> Casts.textToDouble(text);
      case BOOLEAN -> Casts.textToBoolean(text);
      case BYTEA -> Casts.textToBytea(text);
      case DATE -> DateTimeInput.date(context, text);
      case TIME -> DateTimeInput.time(context, text);
      case TIMESTAMP -> DateTimeInput.timestamp(context, text);
      case TIMESTAMPTZ -> DateTimeInput.timestamptz(context, text);
      case TIMETZ -> DateTimeInput.timetz(context, text);
      case BIT, VARBIT -> BitStrings.textToBits(text);
      case UUID -> Casts.textToUuid(text);
      case INTERVAL -> IntervalFunctions.textToInterval(text, context.intervalStyle().isStandard());
      case JSON -> JsonText.parse(text).source();
      case JSONB -> JsonWriter.canonical(JsonText.parse(text));
      case INT4RANGE,
          INT8RANGE,
          NUMRANGE,
          TSRANGE,
          TSTZRANGE,
          DATERANGE,
          INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          range(kind, text, context);
      case VOID -> "";
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, ARRAY, UNKNOWN -> throw mismatch(kind, text);
      default -> requireNonNull(kind.base(), "kind has no base type").parse(text);
    };
  }

  private static Object range(TypeKind kind, String text, InputContext context) {
    TypeKind bound = requireNonNull(kind.boundKind(), "kind has no bounds");
    RangeText.Reader reader =
        (lower, upper, isLowerInclusive, isUpperInclusive) ->
            Ranges.of(
                bound,
                fromJava(bound, lower, context),
                fromJava(bound, upper, context),
                isLowerInclusive,
                isUpperInclusive);
    return kind.isRange()
        ? RangeText.range(text, reader)
        : Ranges.setOf(RangeText.ranges(text, reader));
  }

  /** Returns the internal representation of a client's range or multirange. */
  private static Object canonical(TypeKind kind, Object value) {
    if (value instanceof RangeValue range) {
      return canonical(requireNonNull(kind.boundKind(), "kind has no bounds"), range);
    }
    TypeKind bound = requireNonNull(kind.boundKind(), "kind has no bounds");
    List<RangeValue> ranges = ((MultirangeValue) value).ranges();
    List<RangeValue> changed = new ArrayList<>(ranges.size());
    for (RangeValue range : ranges) {
      Interruption.check(changed.size());
      changed.add(canonical(bound, range));
    }
    return Ranges.setOf(changed);
  }

  private static RangeValue canonical(TypeKind bound, RangeValue range) {
    return range.isEmpty()
        ? range
        : Ranges.of(
            bound,
            fromJava(bound, range.lower(), InputContext.DEFAULT),
            fromJava(bound, range.upper(), InputContext.DEFAULT),
            range.isLowerInclusive(),
            range.isUpperInclusive());
  }

  /** Returns a range or a multirange with other bounds; other values as they are. */
  private static Object changedBounds(
      TypeKind kind, Object value, BiFunction<TypeKind, Object, @Nullable Object> change) {
    TypeKind bound = kind.boundKind();
    if (bound == null) {
      return value;
    }
    UnaryOperator<Object> each = item -> requireNonNull(change.apply(bound, item), "bound is null");
    return value instanceof RangeValue range
        ? range.map(each)
        : ((MultirangeValue) value).map(each);
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
      case BigDecimal number ->
          number.scale() < 0 && !SpecialNumeric.is(number) ? number.setScale(0) : number;
      case Double number -> Casts.doubleToDecimal(number);
      case Float number -> Casts.realToDecimal(number);
      default -> BigDecimal.valueOf(longOf(kind, value));
    };
  }

  private static double doubleOf(TypeKind kind, Object value) {
    return switch (value) {
      case BigDecimal number when SpecialNumeric.is(number) -> SpecialNumeric.toDouble(number);
      case Number number -> number.doubleValue();
      default -> throw mismatch(kind, value);
    };
  }

  private static long microsOf(TypeKind kind, Object value) {
    return switch (value) {
      case LocalDateTime time -> EpochMicros.ofLocalDateTime(time);
      case Instant instant -> EpochMicros.ofInstant(instant);
      case OffsetDateTime time -> EpochMicros.ofOffsetDateTime(time);
      case LocalDate date -> DateTimeFunctions.dateToTimestamp(EpochMicros.ofLocalDate(date));
      default -> throw mismatch(kind, value);
    };
  }

  private static TimeWithZone timeWithZoneOf(TypeKind kind, Object value) {
    return value instanceof OffsetTime time
        ? new TimeWithZone(
            EpochMicros.ofLocalTime(time.toLocalTime()), time.getOffset().getTotalSeconds())
        : cast(kind, value, TimeWithZone.class);
  }

  private static Interval intervalOf(TypeKind kind, Object value) {
    return switch (value) {
      case Interval interval -> interval;
      case Duration duration ->
          new Interval(
              0,
              0,
              CheckedArithmetic.addLong(
                  CheckedArithmetic.multiplyLong(
                      duration.getSeconds(), EpochMicros.MICROS_PER_SECOND),
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

  @SuppressWarnings("JavaPeriodGetDays") // the caller converts the months separately
  private static int daysOf(Period period) {
    return period.getDays();
  }

  private static ColonnadeException mismatch(TypeKind kind, Object value) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        "value does not match the type: type="
            + kind.sqlName()
            + " value="
            + value.getClass().getSimpleName());
  }
}
