package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.DateTimeOutput;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.interval.IntervalInput;
import dev.colonnade.sql.function.interval.IntervalModifier;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.type.Interval;
import org.jspecify.annotations.Nullable;

/** Casts whose result depends on the time zone, the styles or the clock of a session. */
public final class TimeZoneCasts {
  private TimeZoneCasts() {}

  public static int textToDate(FunctionContext context, String text) {
    Integer plain = DateTimeFunctions.plainDate(text);
    return plain == null ? DateTimeInput.date(InputContext.of(context), text) : plain;
  }

  public static long textToTime(FunctionContext context, String text) {
    return DateTimeInput.time(InputContext.of(context), text);
  }

  public static long textToTimestamp(FunctionContext context, String text) {
    return DateTimeInput.timestamp(InputContext.of(context), text);
  }

  public static long textToTimestamptz(FunctionContext context, String text) {
    return DateTimeInput.timestamptz(InputContext.of(context), text);
  }

  public static Interval textToInterval(FunctionContext context, String text) {
    return IntervalFunctions.textToInterval(text, intervalStyle(context).isStandard());
  }

  private static IntervalStyle intervalStyle(FunctionContext context) {
    return IntervalStyle.of(context.setting("IntervalStyle"));
  }

  /**
   * Returns the interval of a text whose numbers without units have those of a modifier, in
   * PostgreSQL's encoding; it is not fitted to the modifier.
   */
  public static Interval textToIntervalOf(FunctionContext context, String text, int modifier) {
    return IntervalInput.parse(
        text, new IntervalModifier(modifier), intervalStyle(context).isStandard());
  }

  public static String dateToText(FunctionContext context, int days) {
    return DateTimeOutput.date(days, style(context));
  }

  private static DateStyle style(FunctionContext context) {
    return DateStyle.of(context.setting("DateStyle"));
  }

  public static String timestampToText(FunctionContext context, long micros) {
    return DateTimeOutput.timestamp(micros, style(context));
  }

  public static String timestamptzToText(FunctionContext context, long micros) {
    return DateTimeOutput.timestamptz(micros, context.timeZone(), style(context));
  }

  public static String intervalToText(FunctionContext context, Interval value) {
    return intervalStyle(context).format(value);
  }

  public static long dateToTimestamptz(FunctionContext context, int days) {
    return TimeZones.zoned(context.timeZone(), DateTimeFunctions.dateToTimestamp(days));
  }

  public static long timestampToTimestamptz(FunctionContext context, long micros) {
    return TimeZones.zoned(context.timeZone(), micros);
  }

  public static long timestamptzToTimestamp(FunctionContext context, long micros) {
    return TimeZones.unzoned(context.timeZone(), micros);
  }

  public static int timestamptzToDate(FunctionContext context, long micros) {
    return DateTimeFunctions.timestampToDate(TimeZones.unzoned(context.timeZone(), micros));
  }

  public static @Nullable Long timestamptzToTime(FunctionContext context, long micros) {
    return DateTimeFunctions.timestampToTime(TimeZones.unzoned(context.timeZone(), micros));
  }
}
