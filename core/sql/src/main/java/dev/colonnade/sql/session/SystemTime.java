package dev.colonnade.sql.session;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.InputContext;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of AS OF SYSTEM TIME: an interval before now ({@code '-10s'}), a point in time ({@code
 * '2026-01-01 12:00'}), or a commit timestamp of the database, in nanoseconds since 1970.
 */
final class SystemTime {
  private static final Pattern AGO =
      Pattern.compile(
          "-\\s*([0-9]+(?:\\.[0-9]+)?)\\s*"
              + "(us|ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)");

  private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{15,19}");

  private static final Map<String, Double> NANOS =
      Map.ofEntries(
          Map.entry("us", 1e3),
          Map.entry("ms", 1e6),
          Map.entry("s", 1e9),
          Map.entry("m", 60e9),
          Map.entry("h", 3_600e9),
          Map.entry("d", 86_400e9));

  private SystemTime() {}

  /** Returns the timestamp of the snapshot to read. */
  public static long resolve(String text, long nowNanos) {
    String value = text.strip().toLowerCase(Locale.ROOT);
    Matcher ago = AGO.matcher(value);
    long timestamp;
    if (ago.matches()) {
      timestamp = nowNanos - Math.round(Double.parseDouble(ago.group(1)) * unit(ago.group(2)));
    } else if (TIMESTAMP.matcher(value).matches()) {
      timestamp = Long.parseLong(value);
    } else {
      timestamp = Math.multiplyExact(1000L, DateTimeInput.timestamptz(InputContext.DEFAULT, value));
    }
    if (timestamp <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "AS OF SYSTEM TIME is before 1970: \"" + text + "\"");
    }
    return timestamp;
  }

  private static double unit(String name) {
    String key = name.equals("ms") || name.equals("us") ? name : name.substring(0, 1);
    return NANOS.getOrDefault(key, 1e9);
  }
}
