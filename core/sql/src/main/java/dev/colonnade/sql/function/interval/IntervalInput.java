package dev.colonnade.sql.function.interval;

import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_HOUR;
import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_MINUTE;
import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_SECOND;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interval.IntervalTokens.Token;
import dev.colonnade.type.Interval;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the text of an interval in the forms of PostgreSQL. The tokens are read from the last
 * to the first, so that a unit is known before its amount.
 */
public final class IntervalInput {
  /** Characters of a word that are compared. */
  private static final int WORD_LENGTH_MAX = 10;

  private static final int MONTHS_MAX = Interval.MONTHS_PER_YEAR - 1;

  private static final Set<IntervalUnit> UNITS_OF_SECONDS =
      EnumSet.of(IntervalUnit.SECOND, IntervalUnit.MILLISECOND, IntervalUnit.MICROSECOND);

  private static final Set<IntervalUnit> UNITS_OF_TIMES =
      EnumSet.of(
          IntervalUnit.HOUR,
          IntervalUnit.MINUTE,
          IntervalUnit.SECOND,
          IntervalUnit.MILLISECOND,
          IntervalUnit.MICROSECOND);

  private final IntervalSum sum = new IntervalSum();
  private final Set<IntervalUnit> used = EnumSet.noneOf(IntervalUnit.class);

  private final IntervalModifier modifier;

  /** IntervalUnit of the next amount; null for the last of the modifier's fields. */
  private @Nullable IntervalUnit unit;

  /**
   * True if the token read last is "ago": what is before it needs a unit, or is years and months.
   */
  private boolean isAfterAgo;

  private boolean isAgo;

  private final boolean isStandard;

  /** True if amounts without a sign are negative, as in the SQL standard's {@code -1 2:00}. */
  private boolean isNegated;

  private IntervalInput(IntervalModifier modifier, boolean isStandard) {
    this.modifier = requireNonNull(modifier, "modifier is null");
    this.isStandard = isStandard;
  }

  /** Returns the interval of a text without a modifier. Throws as the form with one. */
  public static Interval parse(String text) {
    return parse(text, IntervalModifier.NONE, false);
  }

  /**
   * Returns the interval of a text. The modifier gives the units of numbers without any; the result
   * is not truncated to its fields. In the style {@code sql_standard}, a minus sign before the
   * first field holds for all fields if no other has a sign.
   *
   * @throws ColonnadeException INVALID_DATETIME if the text has no form of an interval,
   *     INTERVAL_OUT_OF_RANGE if a field is too large
   */
  public static Interval parse(String text, IntervalModifier modifier, boolean isStandard) {
    try {
      Interval found = new IntervalInput(modifier, isStandard).fields(IntervalTokens.of(text));
      return found != null ? found : IsoIntervalInput.parse(text);
    } catch (ArithmeticException e) {
      throw new ColonnadeException(
          ErrorCode.INTERVAL_OUT_OF_RANGE,
          "interval field value out of range: \"" + text + "\"",
          e);
    }
  }

  /** Returns the interval; null if the tokens are not those of an interval. */
  private @Nullable Interval fields(List<Token> tokens) {
    isNegated = isStandard && hasOneSign(tokens);
    for (Token token : tokens.reversed()) {
      boolean isKnown =
          switch (token.kind()) {
            case TIME -> time(token.text(), false);
            case SIGNED -> signed(token.text());
            case NUMBER, DATE -> amount(token.text());
            case WORD -> word(token.text());
          };
      if (!isKnown) {
        return null;
      }
    }
    if (used.isEmpty()) {
      return null;
    }
    if (isAgo) {
      sum.negate();
    }
    return sum.interval();
  }

  /** Returns whether the first token has a minus sign and no other token has a sign. */
  private static boolean hasOneSign(List<Token> tokens) {
    return !tokens.isEmpty()
        && tokens.getFirst().text().startsWith("-")
        && tokens.stream()
            .skip(1)
            .noneMatch(token -> token.text().startsWith("-") || token.text().startsWith("+"));
  }

  /** Reads a time with a sign before it, or an amount. */
  private boolean signed(String token) {
    if (token.indexOf(':') < 0) {
      return amount(token);
    }
    try {
      return time(token.substring(1), token.charAt(0) == '-') || amount(token);
    } catch (ArithmeticException e) {
      return amount(token);
    }
  }

  /** Reads hours, minutes and seconds; minutes and seconds if these have a fraction. */
  private boolean time(String token, boolean isNegative) {
    NumberScan scan = new NumberScan(token);
    long hours = scan.integer();
    if (!scan.consume(':')) {
      return false;
    }
    long minutes = Math.toIntExact(scan.integer());
    long seconds = 0;
    double fraction = 0;
    if (scan.consume(':')) {
      seconds = Math.toIntExact(scan.integer());
    } else if (scan.present() == '.' || modifier.isMinuteToSecond()) {
      seconds = minutes;
      minutes = Math.toIntExact(hours);
      hours = 0;
    }
    if (scan.present() == '.') {
      fraction = scan.fraction();
    }
    if (!scan.isAtEnd() || Double.isNaN(fraction)) {
      return false;
    }
    if (minutes > 59 || seconds > 60) {
      throw new ArithmeticException("minutes or seconds of a time");
    }
    long micros =
        Math.addExact(
            Math.multiplyExact(hours, MICROS_PER_HOUR),
            minutes * MICROS_PER_MINUTE
                + seconds * MICROS_PER_SECOND
                + (long) Math.rint(fraction * MICROS_PER_SECOND));
    sum.setMicros(isNegative || (isNegated && micros > 0) ? Math.negateExact(micros) : micros);
    unit = IntervalUnit.DAY;
    isAfterAgo = false;
    return use(UNITS_OF_TIMES);
  }

  private boolean amount(String token) {
    NumberScan scan = new NumberScan(token);
    boolean isNegative = token.charAt(0) == '-';
    long whole = scan.integer();
    double fraction = 0;
    IntervalUnit of = unit == null ? modifier.lastUnit() : unit;
    if (scan.consume('-')) {
      long months = Math.toIntExact(scan.integer());
      if (months < 0 || months > MONTHS_MAX) {
        throw new ArithmeticException("months of a year");
      }
      of = IntervalUnit.MONTH;
      isAfterAgo = false;
      whole =
          Math.addExact(
              Math.multiplyExact(whole, Interval.MONTHS_PER_YEAR), isNegative ? -months : months);
    } else if (scan.present() == '.') {
      fraction = scan.fraction() * (isNegative ? -1 : 1);
    }
    if (isAfterAgo || !scan.isAtEnd() || Double.isNaN(fraction)) {
      return false;
    }
    if (isNegated) {
      whole = -Math.abs(whole);
      fraction = -Math.abs(fraction);
    }
    add(of, whole, fraction);
    unit = of == IntervalUnit.HOUR ? IntervalUnit.DAY : of;
    return use(of == IntervalUnit.SECOND && fraction != 0 ? UNITS_OF_SECONDS : EnumSet.of(of));
  }

  private void add(IntervalUnit of, long whole, double fraction) {
    switch (of) {
      case MICROSECOND -> sum.addMicros(whole, fraction, 1);
      case MILLISECOND -> sum.addMicros(whole, fraction, 1_000);
      case SECOND -> sum.addMicros(whole, fraction, MICROS_PER_SECOND);
      case MINUTE -> sum.addMicros(whole, fraction, MICROS_PER_MINUTE);
      case HOUR -> sum.addMicros(whole, fraction, MICROS_PER_HOUR);
      case DAY -> sum.addDays(whole, fraction);
      case WEEK -> sum.addWeeks(whole, fraction);
      case MONTH -> sum.addMonths(whole, fraction);
      case YEAR -> sum.addYears(whole, fraction, 1);
      case DECADE -> sum.addYears(whole, fraction, 10);
      case CENTURY -> sum.addYears(whole, fraction, 100);
      case MILLENNIUM -> sum.addYears(whole, fraction, 1_000);
    }
  }

  private boolean use(Set<IntervalUnit> units) {
    for (IntervalUnit each : units) {
      if (!used.add(each)) {
        return false;
      }
    }
    return true;
  }

  private boolean word(String word) {
    if (word.equals("ago")) {
      isAgo = true;
      isAfterAgo = true;
      return true;
    }
    IntervalUnit named = unitOf(word);
    if (named == null) {
      return false;
    }
    unit = named;
    isAfterAgo = false;
    return true;
  }

  private static @Nullable IntervalUnit unitOf(String word) {
    String known = word.length() > WORD_LENGTH_MAX ? word.substring(0, WORD_LENGTH_MAX) : word;
    return switch (known) {
      case "microsecon", "us", "usec", "usecond", "useconds", "usecs" -> IntervalUnit.MICROSECOND;
      case "millisecon", "ms", "msec", "msecond", "mseconds", "msecs" -> IntervalUnit.MILLISECOND;
      case "s", "sec", "second", "seconds", "secs" -> IntervalUnit.SECOND;
      case "m", "min", "mins", "minute", "minutes" -> IntervalUnit.MINUTE;
      case "h", "hour", "hours", "hr", "hrs" -> IntervalUnit.HOUR;
      case "d", "day", "days" -> IntervalUnit.DAY;
      case "w", "week", "weeks" -> IntervalUnit.WEEK;
      case "mon", "mons", "month", "months" -> IntervalUnit.MONTH;
      case "y", "year", "years", "yr", "yrs" -> IntervalUnit.YEAR;
      case "dec", "decade", "decades", "decs" -> IntervalUnit.DECADE;
      case "c", "cent", "centuries", "century" -> IntervalUnit.CENTURY;
      case "mil", "millennia", "millennium", "mils" -> IntervalUnit.MILLENNIUM;
      default -> null;
    };
  }
}
