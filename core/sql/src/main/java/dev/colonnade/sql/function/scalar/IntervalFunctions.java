package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Interval parsing and arithmetic with PostgreSQL's semantics. */
public final class IntervalFunctions {
  private static final Pattern PART =
      Pattern.compile(
          "\\G\\s*(?:([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d*)?))?"
              + "|([+-]?\\d+)-(\\d+)"
              + "|([+-]?(?:\\d+\\.?\\d*|\\.\\d+))\\s*([a-z]*))\\s*");

  /** Sign that is separated from its number by white space. */
  private static final Pattern SPACED_SIGN = Pattern.compile("(?<!\\S)([+-])\\s+(?=[\\d.])");

  private static final Pattern CLOCK = Pattern.compile("[+-]?\\d+:");
  private static final Pattern ISO =
      Pattern.compile(
          "p(?:(-?[\\d.]+)y)?(?:(-?[\\d.]+)m)?(?:(-?[\\d.]+)w)?(?:(-?[\\d.]+)d)?"
              + "(?:t(?:(-?[\\d.]+)h)?(?:(-?[\\d.]+)m)?(?:(-?[\\d.]+)s)?)?");
  private static final String[] ISO_UNITS = {
    "year", "month", "week", "day", "hour", "minute", "second"
  };
  private static final BigDecimal MICROS_PER_SECOND = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal MICROS_PER_DAY = BigDecimal.valueOf(Interval.MICROS_PER_DAY);

  /** Maximum digit count that the fast path parses; such a number is in range in any unit. */
  private static final int PLAIN_DIGITS_MAX = 6;

  private static final Map<String, Interval> PLAIN_UNITS =
      Map.ofEntries(
          Map.entry("s", new Interval(0, 0, 1_000_000)),
          Map.entry("second", new Interval(0, 0, 1_000_000)),
          Map.entry("seconds", new Interval(0, 0, 1_000_000)),
          Map.entry("minute", new Interval(0, 0, 60_000_000)),
          Map.entry("minutes", new Interval(0, 0, 60_000_000)),
          Map.entry("hour", new Interval(0, 0, 3_600_000_000L)),
          Map.entry("hours", new Interval(0, 0, 3_600_000_000L)),
          Map.entry("day", new Interval(0, 1, 0)),
          Map.entry("days", new Interval(0, 1, 0)),
          Map.entry("week", new Interval(0, 7, 0)),
          Map.entry("weeks", new Interval(0, 7, 0)),
          Map.entry("month", new Interval(1, 0, 0)),
          Map.entry("months", new Interval(1, 0, 0)),
          Map.entry("year", new Interval(12, 0, 0)),
          Map.entry("years", new Interval(12, 0, 0)));

  private IntervalFunctions() {}

  /** Accumulator of the fields of an interval text. */
  private static final class Sum {
    BigDecimal months = BigDecimal.ZERO;
    BigDecimal days = BigDecimal.ZERO;
    BigDecimal micros = BigDecimal.ZERO;
    private final Set<String> units = new HashSet<>();

    /** Adds an amount of a unit, which occurs once in a text. */
    void add(BigDecimal amount, String unit, String text) {
      requireOnce(unit, text);
      BigDecimal inMonths = monthsOf(unit);
      if (inMonths.signum() > 0) {
        BigDecimal all = amount.multiply(inMonths);
        // A fraction of a year is rounded to months; a fraction of a month carries over to days.
        BigDecimal whole =
            all.setScale(
                0,
                inMonths.compareTo(BigDecimal.ONE) == 0
                    ? RoundingMode.DOWN
                    : RoundingMode.HALF_EVEN);
        months = months.add(whole);
        if (inMonths.compareTo(BigDecimal.ONE) == 0) {
          addDays(all.subtract(whole).multiply(BigDecimal.valueOf(Interval.DAYS_PER_MONTH)));
        }
      } else if (daysOf(unit) > 0) {
        addDays(amount.multiply(BigDecimal.valueOf(daysOf(unit))));
      } else {
        micros = micros.add(amount.multiply(microsOf(unit, text)));
      }
    }

    private void requireOnce(String unit, String text) {
      String canonical =
          monthsOf(unit).signum() > 0 || daysOf(unit) > 0
              ? monthsOf(unit) + " months " + daysOf(unit) + " days"
              : microsOf(unit, text).toPlainString();
      if (!units.add(canonical)) {
        throw invalid(text);
      }
    }

    private void addDays(BigDecimal amount) {
      BigDecimal whole = amount.setScale(0, RoundingMode.DOWN);
      days = days.add(whole);
      micros = micros.add(amount.subtract(whole).multiply(MICROS_PER_DAY));
    }

    Interval interval(boolean isAgo, String text) {
      try {
        Interval found =
            new Interval(
                months.intValueExact(),
                days.intValueExact(),
                micros.setScale(0, RoundingMode.HALF_EVEN).longValueExact());
        return isAgo ? negateInterval(found) : found;
      } catch (ArithmeticException e) {
        throw new ColonnadeException(
            ErrorCode.INTERVAL_OUT_OF_RANGE,
            "interval field value out of range: \"" + text + "\"",
            e);
      }
    }
  }

  public static Interval textToInterval(String text) {
    Interval plain = plain(text);
    return plain == null ? parsed(text) : plain;
  }

  /**
   * Fast path: parses an integer and a unit; returns null for any other text. Most texts have this
   * form, and regular expressions cost ten times as much. A test verifies that both paths agree.
   */
  static @Nullable Interval plain(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int at = start;
    int amount = 0;
    while (at < text.length() && at - start < PLAIN_DIGITS_MAX && isDigit(text.charAt(at))) {
      amount = amount * 10 + (text.charAt(at) - '0');
      at++;
    }
    if (at == start) {
      return null;
    }
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    Interval unit = PLAIN_UNITS.get(text.substring(at));
    if (unit == null) {
      return null;
    }
    int signed = start == 1 ? -amount : amount;
    return new Interval(unit.months() * signed, unit.days() * signed, unit.micros() * signed);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Parses any interval text. */
  static Interval parsed(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.startsWith("@")) {
      lower = lower.substring(1).strip();
    }
    boolean isAgo = lower.endsWith("ago");
    if (isAgo) {
      lower = lower.substring(0, lower.length() - "ago".length()).strip();
    }
    if (lower.isEmpty()) {
      throw invalid(text);
    }
    return (lower.startsWith("p") ? iso(lower, text) : parts(lower, text)).interval(isAgo, text);
  }

  private static Sum iso(String lower, String text) {
    Matcher matcher = ISO.matcher(lower);
    if (!matcher.matches()) {
      throw invalid(text);
    }
    Sum sum = new Sum();
    for (int i = 0; i < ISO_UNITS.length; i++) {
      if (matcher.group(i + 1) != null) {
        sum.add(new BigDecimal(matcher.group(i + 1)), ISO_UNITS[i], text);
      }
    }
    return sum;
  }

  private static Sum parts(String lower, String text) {
    return partsOf(SPACED_SIGN.matcher(lower).replaceAll("$1"), text);
  }

  private static Sum partsOf(String lower, String text) {
    Sum sum = new Sum();
    Matcher matcher = PART.matcher(lower);
    int end = 0;
    while (end < lower.length() && matcher.find()) {
      if (matcher.group(2) != null) {
        sum.requireOnce("hour", text);
        sum.requireOnce("minute", text);
        sum.requireOnce("second", text);
        addClock(sum, matcher);
      } else if (matcher.group(5) != null) {
        BigDecimal years = new BigDecimal(matcher.group(5));
        BigDecimal months = new BigDecimal(matcher.group(6));
        sum.add(years, "year", text);
        sum.add(matcher.group(5).startsWith("-") ? months.negate() : months, "month", text);
      } else {
        boolean isBeforeClock = CLOCK.matcher(lower.substring(matcher.end())).lookingAt();
        String unit = matcher.group(8);
        String plain = isBeforeClock ? "day" : "second";
        sum.add(new BigDecimal(matcher.group(7)), unit.isEmpty() ? plain : unit, text);
      }
      end = matcher.end();
    }
    if (end < lower.length()) {
      throw invalid(text);
    }
    return sum;
  }

  private static void addClock(Sum sum, Matcher matcher) {
    BigDecimal seconds =
        new BigDecimal(matcher.group(2))
            .multiply(BigDecimal.valueOf(3600))
            .add(new BigDecimal(matcher.group(3)).multiply(BigDecimal.valueOf(60)))
            .add(matcher.group(4) == null ? BigDecimal.ZERO : new BigDecimal(matcher.group(4)));
    BigDecimal micros = seconds.multiply(MICROS_PER_SECOND);
    sum.micros = sum.micros.add(matcher.group(1).equals("-") ? micros.negate() : micros);
  }

  private static BigDecimal monthsOf(String unit) {
    int months =
        switch (unit) {
          case "mon", "mons", "month", "months" -> 1;
          case "y", "yr", "yrs", "year", "years" -> 12;
          case "decade", "decades", "decs" -> 120;
          case "c", "cent", "century", "centuries" -> 1_200;
          case "mil", "mils", "millennium", "millennia" -> 12_000;
          default -> 0;
        };
    return BigDecimal.valueOf(months);
  }

  private static int daysOf(String unit) {
    return switch (unit) {
      case "d", "day", "days" -> 1;
      case "w", "week", "weeks" -> 7;
      default -> 0;
    };
  }

  private static BigDecimal microsOf(String unit, String text) {
    return switch (unit) {
      case "us", "usec", "usecs", "microsecond", "microseconds", "usecond", "useconds" ->
          BigDecimal.ONE;
      case "ms", "msec", "msecs", "millisecond", "milliseconds", "msecond", "mseconds" ->
          BigDecimal.valueOf(1_000);
      case "s", "sec", "secs", "second", "seconds" -> MICROS_PER_SECOND;
      case "m", "min", "mins", "minute", "minutes" -> BigDecimal.valueOf(60_000_000L);
      case "h", "hr", "hrs", "hour", "hours" -> BigDecimal.valueOf(3_600_000_000L);
      default -> throw invalid(text);
    };
  }

  private static ColonnadeException invalid(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid input syntax for type interval: \"" + text + "\"");
  }

  public static Interval intervalOf(int months, int days, long micros) {
    return new Interval(months, days, micros);
  }

  public static String intervalToText(Interval value) {
    return value.toString();
  }

  public static Interval addInterval(Interval left, Interval right) {
    return checked(
        (long) left.months() + right.months(),
        (long) left.days() + right.days(),
        CheckedArithmetic.addLong(left.micros(), right.micros()));
  }

  public static Interval subtractInterval(Interval left, Interval right) {
    return addInterval(left, negateInterval(right));
  }

  public static Interval negateInterval(Interval value) {
    return checked(
        -(long) value.months(), -(long) value.days(), CheckedArithmetic.negateLong(value.micros()));
  }

  private static Interval checked(long months, long days, long micros) {
    if (months != (int) months || days != (int) days) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
    }
    return new Interval((int) months, (int) days, micros);
  }

  /**
   * Multiplies an interval; a fraction of a month carries over to days, a fraction of a day to
   * microseconds.
   */
  public static Interval multiplyInterval(Interval value, double factor) {
    double months = value.months() * factor;
    double days = value.days() * factor;
    if (!Double.isFinite(months) || !Double.isFinite(days)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
    }
    double daysOfMonths = roundedToMicro((months - (long) months) * Interval.DAYS_PER_MONTH);
    double secondsOfDays =
        roundedToMicro(
            (days - (long) days + daysOfMonths - (long) daysOfMonths)
                * (Interval.MICROS_PER_DAY / 1e6));
    long wholeDays = (long) days + (long) daysOfMonths;
    double secondsPerDay = Interval.MICROS_PER_DAY / 1e6;
    if (Math.abs(secondsOfDays) >= secondsPerDay) {
      wholeDays += (long) (secondsOfDays / secondsPerDay);
      secondsOfDays -= ((long) (secondsOfDays / secondsPerDay)) * secondsPerDay;
    }
    double micros = Math.rint(value.micros() * factor + secondsOfDays * 1e6);
    return checked((long) months, wholeDays, Casts.doubleToLong(micros));
  }

  private static double roundedToMicro(double value) {
    return Math.rint(value * 1e6) / 1e6;
  }

  public static Interval divideInterval(Interval value, double divisor) {
    CheckedArithmetic.requireNotZero(divisor == 0);
    return multiplyInterval(value, 1 / divisor);
  }

  public static long addToTimestamp(long micros, Interval interval) {
    if (!EpochMicros.isFinite(micros)) {
      return micros;
    }
    long moved =
        interval.months() == 0
            ? micros
            : DateTimeFunctions.timestampAddMonths(micros, interval.months());
    try {
      long days = Math.multiplyExact((long) interval.days(), EpochMicros.MICROS_PER_DAY);
      return EpochMicros.plus(EpochMicros.plus(moved, days), interval.micros());
    } catch (ArithmeticException e) {
      throw DateTimeFunctions.timestampOutOfRange(e);
    }
  }

  /**
   * Returns an instant after an interval, whose months and days are of the local time in a zone.
   */
  public static long addToInstant(ZoneId zone, long micros, Interval interval) {
    if (interval.months() == 0 && interval.days() == 0) {
      return addToTimestamp(micros, interval);
    }
    Interval calendar = new Interval(interval.months(), interval.days(), 0);
    long moved = TimeZones.zoned(zone, addToTimestamp(TimeZones.unzoned(zone, micros), calendar));
    return addToTimestamp(moved, new Interval(0, 0, interval.micros()));
  }

  public static long subtractFromTimestamp(long micros, Interval interval) {
    return addToTimestamp(micros, negateInterval(interval));
  }

  public static long addToTime(long micros, Interval interval) {
    return Math.floorMod(
        micros + interval.micros() % Interval.MICROS_PER_DAY, Interval.MICROS_PER_DAY);
  }

  public static long subtractFromTime(long micros, Interval interval) {
    return addToTime(micros, negateInterval(interval));
  }

  public static Interval timestampMinusTimestamp(long left, long right) {
    if (!EpochMicros.isFinite(left) || !EpochMicros.isFinite(right)) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "cannot subtract infinite timestamps");
    }
    return justifyHours(new Interval(0, 0, CheckedArithmetic.subtractLong(left, right)));
  }

  public static Interval timeMinusTime(long left, long right) {
    return new Interval(0, 0, left - right);
  }

  public static Interval timeToInterval(long micros) {
    return new Interval(0, 0, micros);
  }

  public static long intervalToTime(Interval interval) {
    return Math.floorMod(interval.micros(), Interval.MICROS_PER_DAY);
  }

  public static Interval justifyHours(Interval value) {
    long days = value.micros() / Interval.MICROS_PER_DAY;
    long micros = value.micros() % Interval.MICROS_PER_DAY;
    long all = value.days() + days;
    if (all > 0 && micros < 0) {
      micros += Interval.MICROS_PER_DAY;
      all--;
    } else if (all < 0 && micros > 0) {
      micros -= Interval.MICROS_PER_DAY;
      all++;
    }
    return checked(value.months(), all, micros);
  }

  public static Interval justifyDays(Interval value) {
    long months = (long) value.months() + value.days() / Interval.DAYS_PER_MONTH;
    long days = value.days() % Interval.DAYS_PER_MONTH;
    if (months > 0 && days < 0) {
      days += Interval.DAYS_PER_MONTH;
      months--;
    } else if (months < 0 && days > 0) {
      days -= Interval.DAYS_PER_MONTH;
      months++;
    }
    return checked(months, days, value.micros());
  }

  public static Interval justifyInterval(Interval value) {
    Interval whole = justifyDays(justifyHours(value));
    boolean isMixed =
        (whole.months() > 0 && (whole.days() < 0 || (whole.days() == 0 && whole.micros() < 0)))
            || (whole.months() < 0
                && (whole.days() > 0 || (whole.days() == 0 && whole.micros() > 0)));
    int sign = whole.months() > 0 ? 1 : -1;
    Interval borrowed =
        isMixed
            ? checked(
                whole.months() - sign,
                whole.days() + (long) sign * Interval.DAYS_PER_MONTH,
                whole.micros())
            : whole;
    return justifyHours(borrowed);
  }

  public static boolean isZero(Interval value) {
    return value.compareTo(Interval.ZERO) == 0;
  }
}
