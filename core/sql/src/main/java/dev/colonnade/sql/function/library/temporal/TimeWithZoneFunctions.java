package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.datetime.ZoneAbbreviations;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Functions and casts of {@code time with time zone}. */
public final class TimeWithZoneFunctions {
  private TimeWithZoneFunctions() {}

  public static TimeWithZone textToTimetz(FunctionContext context, String text) {
    return DateTimeInput.timetz(InputContext.of(context), text);
  }

  public static String timetzToText(TimeWithZone value) {
    return value.toString();
  }

  public static long timetzToTime(TimeWithZone value) {
    return value.micros();
  }

  /** Returns a time with the offset of the session's zone at that time today. */
  public static TimeWithZone timeToTimetz(FunctionContext context, long micros) {
    ZoneId zone = context.timeZone();
    long now = TimeZones.unzoned(zone, context.startMicros());
    long local = now - Math.floorMod(now, EpochMicros.MICROS_PER_DAY) + micros;
    return new TimeWithZone(micros, TimeZones.offsetSecondsOfLocal(zone, local));
  }

  public static @Nullable TimeWithZone timestamptzToTimetz(FunctionContext context, long micros) {
    if (!EpochMicros.isFinite(micros)) {
      return null;
    }
    long offset = TimeZones.offsetMicros(context.timeZone(), micros);
    return new TimeWithZone(
        Math.floorMod(micros + offset, EpochMicros.MICROS_PER_DAY),
        (int) (offset / EpochMicros.MICROS_PER_SECOND));
  }

  /** Rounds to a number of digits of a second. */
  public static TimeWithZone fit(TimeWithZone value, int digits) {
    return new TimeWithZone(
        DateTimeFunctions.fitMicros(value.micros(), digits), value.offsetSeconds());
  }

  public static BigDecimal extract(String field, TimeWithZone value) {
    return FieldExtraction.ofTimeWithZone(field, value.micros(), value.offsetSeconds());
  }

  public static double datePart(String field, TimeWithZone value) {
    return extract(field, value).doubleValue();
  }

  public static TimeWithZone plus(TimeWithZone value, Interval interval) {
    long moved = value.micros() + interval.micros() % EpochMicros.MICROS_PER_DAY;
    return new TimeWithZone(
        Math.floorMod(moved, EpochMicros.MICROS_PER_DAY), value.offsetSeconds());
  }

  public static TimeWithZone intervalPlus(Interval interval, TimeWithZone value) {
    return plus(value, interval);
  }

  public static TimeWithZone minus(TimeWithZone value, Interval interval) {
    long moved = value.micros() - interval.micros() % EpochMicros.MICROS_PER_DAY;
    return new TimeWithZone(
        Math.floorMod(moved, EpochMicros.MICROS_PER_DAY), value.offsetSeconds());
  }

  /** Returns the point in time of a date and a time. */
  public static long datePlus(int days, TimeWithZone value) {
    long start = DateTimeFunctions.dateToTimestamp(days);
    return EpochMicros.isFinite(start) ? EpochMicros.plus(start, value.utcMicros()) : start;
  }

  public static long plusDate(TimeWithZone value, int days) {
    return datePlus(days, value);
  }

  /** Returns the same point in time with the offset of another zone now. */
  public static TimeWithZone inZone(FunctionContext context, String zone, TimeWithZone value) {
    long offset = TimeZones.offsetMicros(ZoneAbbreviations.zone(zone), context.startMicros());
    return moved(value, (int) (offset / EpochMicros.MICROS_PER_SECOND));
  }

  public static TimeWithZone atOffset(Interval offset, TimeWithZone value) {
    return moved(value, (int) (TemporalFunctions.fixed(offset) / EpochMicros.MICROS_PER_SECOND));
  }

  private static TimeWithZone moved(TimeWithZone value, int offsetSeconds) {
    long local = value.utcMicros() + offsetSeconds * EpochMicros.MICROS_PER_SECOND;
    return new TimeWithZone(Math.floorMod(local, EpochMicros.MICROS_PER_DAY), offsetSeconds);
  }

  public static TimeWithZone larger(TimeWithZone left, TimeWithZone right) {
    return left.compareTo(right) > 0 ? left : right;
  }

  public static TimeWithZone smaller(TimeWithZone left, TimeWithZone right) {
    return left.compareTo(right) < 0 ? left : right;
  }

  public static int compare(TimeWithZone left, TimeWithZone right) {
    return Integer.signum(left.compareTo(right));
  }
}
