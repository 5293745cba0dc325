package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import java.time.ZoneId;
import java.util.Locale;

/** Casts whose result depends on the session's time zone. */
public final class TimeZoneCasts {
  private TimeZoneCasts() {}

  public static long textToTimestamptz(FunctionContext context, String text) {
    ZoneId zone = context.timeZone();
    long today = DateTimeFunctions.truncate("day", TimeZones.unzoned(zone, context.startMicros()));
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "now" -> context.startMicros();
      case "today" -> TimeZones.zoned(zone, today);
      case "tomorrow" -> TimeZones.zoned(zone, today + EpochMicros.MICROS_PER_DAY);
      case "yesterday" -> TimeZones.zoned(zone, today - EpochMicros.MICROS_PER_DAY);
      case "epoch" -> 0;
      default -> DateTimeFunctions.textToInstant(text, zone);
    };
  }

  public static String timestamptzToText(FunctionContext context, long micros) {
    return shown(context.timeZone(), micros);
  }

  /** Returns an instant as local time of a zone, with the UTC offset. */
  static String shown(ZoneId zone, long micros) {
    long offset = TimeZones.offsetMicros(zone, micros) / EpochMicros.MICROS_PER_SECOND;
    long minutes = Math.abs(offset) / 60;
    String text =
        "%s%s%02d"
            .formatted(
                DateTimeFunctions.timestampToText(TimeZones.unzoned(zone, micros)),
                offset < 0 ? "-" : "+",
                minutes / 60);
    return minutes % 60 == 0 ? text : text + ":%02d".formatted(minutes % 60);
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

  public static long timestamptzToTime(FunctionContext context, long micros) {
    return DateTimeFunctions.timestampToTime(TimeZones.unzoned(context.timeZone(), micros));
  }
}
