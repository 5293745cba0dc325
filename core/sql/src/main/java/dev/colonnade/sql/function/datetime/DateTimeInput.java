package dev.colonnade.sql.function.datetime;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.datetime.DateTimeWords.Special;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.value.TimeWithZone;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Parser of dates, times and timestamps in all forms that PostgreSQL accepts. */
public final class DateTimeInput {
  private static final String DATE = "date";
  private static final String TIME = "time";
  private static final String TIMETZ = "time with time zone";
  private static final String TIMESTAMP = "timestamp";
  private static final String TIMESTAMPTZ = "timestamp with time zone";

  /** Contexts of which at least one reads a text otherwise if its meaning depends on a session. */
  private static final List<InputContext> SAMPLES =
      List.of(
          new InputContext(DateOrder.MDY, ZoneOffset.UTC, 0, IntervalStyle.POSTGRES),
          new InputContext(
              DateOrder.DMY,
              ZoneOffset.ofHours(5),
              1_000_000_000_000_001L,
              IntervalStyle.SQL_STANDARD),
          new InputContext(
              DateOrder.YMD,
              ZoneOffset.ofHours(-5),
              2_000_000_000_000_002L,
              IntervalStyle.ISO_8601));

  /** Starts of transactions in winter and in summer of different years. */
  private static final long[] SAMPLE_STARTS = {0, 1_000_000_000_000_001L, 2_000_000_000_000_002L};

  private DateTimeInput() {}

  /** Returns the days since 1970-01-01 of a date. */
  public static int date(InputContext context, String text) {
    Integer plain = DateTimeFunctions.plainDate(text);
    return plain == null ? dateOf(context, text) : plain;
  }

  private static int dateOf(InputContext context, String text) {
    DateTimeDecoder decoder = decoded(text, DATE, context, false);
    Special constant = decoder.constant();
    if (constant != null) {
      return constant == Special.EPOCH
          ? 0
          : constant == Special.INFINITY
              ? EpochMicros.DATE_INFINITY
              : EpochMicros.DATE_MINUS_INFINITY;
    }
    long days = decoder.fields.epochDay();
    if (!EpochMicros.isDate(days)) {
      throw outOfRange("date", text);
    }
    return (int) days;
  }

  private static DateTimeDecoder decoded(
      String text, String type, InputContext context, boolean isTimeOnly) {
    DateTimeDecoder decoder = new DateTimeDecoder(text, type, context, isTimeOnly);
    decoder.decode(DateTimeTokenizer.split(text));
    return decoder;
  }

  private static ColonnadeException outOfRange(String type, String text) {
    return new ColonnadeException(
        ErrorCode.DATETIME_OUT_OF_RANGE, "%s out of range: \"%s\"".formatted(type, text));
  }

  /** Returns the seconds east of Greenwich of the offset that a function's argument names. */
  public static int zoneOffset(String text) {
    try {
      return new DateTimeDecoder(text, TIMESTAMPTZ, InputContext.DEFAULT, true).zone(text);
    } catch (ColonnadeException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          e.code() == ErrorCode.INVALID_TIME_ZONE_DISPLACEMENT
              ? "numeric time zone \"" + text + "\" out of range"
              : "time zone \"" + text + "\" not recognized",
          e);
    }
  }

  /** Returns the microseconds of a time of day. */
  public static long time(InputContext context, String text) {
    DateTimeDecoder decoder = decoded(text, TIME, context, true);
    decoder.zoneSeconds();
    return decoder.fields.microsOfDay();
  }

  /** Returns a time of day with the offset of a zone: of the session's, if the text has none. */
  public static TimeWithZone timetz(InputContext context, String text) {
    DateTimeDecoder decoder = decoded(text, TIMETZ, context, true);
    int offset = decoder.zoneSeconds();
    return new TimeWithZone(decoder.fields.microsOfDay(), offset);
  }

  /** Returns the microseconds since 1970-01-01 of a timestamp without a time zone. */
  public static long timestamp(InputContext context, String text) {
    DateTimeDecoder decoder = decoded(text, TIMESTAMP, context, false);
    Long constant = constantOf(decoder);
    if (constant != null) {
      return constant;
    }
    requireDay(decoder, text);
    return requireTimestamp(decoder.localMicros(), text);
  }

  private static @Nullable Long constantOf(DateTimeDecoder decoder) {
    Special constant = decoder.constant();
    if (constant == null) {
      return null;
    }
    return constant == Special.EPOCH
        ? 0L
        : constant == Special.INFINITY ? EpochMicros.INFINITY : EpochMicros.MINUS_INFINITY;
  }

  /** Checks that the day of a timestamp fits a long in microseconds. */
  private static void requireDay(DateTimeDecoder decoder, String text) {
    long days = decoder.fields.epochDay();
    if (days < EpochMicros.DATE_MIN - 1 || days > Long.MAX_VALUE / EpochMicros.MICROS_PER_DAY - 1) {
      throw outOfRange(TIMESTAMP, text);
    }
  }

  private static long requireTimestamp(long micros, String text) {
    if (!EpochMicros.isTimestamp(micros)) {
      throw outOfRange(TIMESTAMP, text);
    }
    return micros;
  }

  /** Returns the microseconds since 1970-01-01 UTC of a timestamp with time zone. */
  public static long timestamptz(InputContext context, String text) {
    DateTimeDecoder decoder = decoded(text, TIMESTAMPTZ, context, false);
    Long constant = constantOf(decoder);
    if (constant != null) {
      return constant;
    }
    requireDay(decoder, text);
    long offset = decoder.zoneSeconds() * EpochMicros.MICROS_PER_SECOND;
    return requireTimestamp(decoder.localMicros() - offset, text);
  }

  /**
   * Returns the value of a text if it is the same in every session; null if it depends on settings,
   * on the time zone or on the time, or is an error in some sessions.
   *
   * @throws ColonnadeException if the text is an error in every session
   */
  public static @Nullable Object constant(
      BiFunction<InputContext, String, Object> parser, String text) {
    ColonnadeException error = null;
    Object value = null;
    int valueCount = 0;
    for (InputContext sample : SAMPLES) {
      try {
        Object found = parser.apply(sample, text);
        if (valueCount > 0 && !Objects.equals(value, found)) {
          return null;
        }
        value = found;
        valueCount++;
      } catch (ColonnadeException e) {
        error = error == null ? e : error;
      }
    }
    if (error != null && valueCount == 0) {
      throw error;
    }
    return error == null ? value : null;
  }

  /** Returns whether the value of a text depends on the time of the transaction. */
  public static boolean dependsOnClock(
      BiFunction<InputContext, String, Object> parser, InputContext context, String text) {
    Object value = parser.apply(context, text);
    for (long start : SAMPLE_STARTS) {
      try {
        if (!value.equals(parser.apply(context.at(start), text))) {
          return true;
        }
      } catch (ColonnadeException e) {
        return true; // out of range at another time
      }
    }
    return false;
  }
}
