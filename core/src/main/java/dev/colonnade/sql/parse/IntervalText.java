package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Intervals whose text names its units: {@code '1 day 2 hours'}. */
public final class IntervalText {
  private static final Pattern PART =
      Pattern.compile("\\G\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)\\s*");
  private static final int MONTH_DIGITS = 9;
  private static final int SECOND_DIGITS = 10;
  private static final int FRACTION_DIGITS = 3;

  private IntervalText() {}

  /** The literal; months and what is shorter cannot be in one. */
  public static SqlNode parse(String text, int sign, SqlParserPos pos) {
    BigDecimal months = BigDecimal.ZERO;
    BigDecimal seconds = BigDecimal.ZERO;
    Matcher matcher = PART.matcher(text.toLowerCase(Locale.ROOT));
    int end = 0;
    while (matcher.find()) {
      BigDecimal amount = new BigDecimal(matcher.group(1));
      String unit = matcher.group(2);
      int monthsOfUnit = monthsOf(unit);
      if (monthsOfUnit > 0) {
        months = months.add(amount.multiply(BigDecimal.valueOf(monthsOfUnit)));
      } else {
        seconds = seconds.add(amount.multiply(secondsOf(unit, text)));
      }
      end = matcher.end();
    }
    if (end == 0 || end < text.length()) {
      throw invalid(text);
    }
    if (months.signum() != 0 && seconds.signum() != 0) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "months and days in one interval are not supported: " + text);
    }
    boolean isMonths = months.signum() != 0;
    BigDecimal amount = (isMonths ? months : seconds).multiply(BigDecimal.valueOf(sign));
    return SqlLiteral.createInterval(
        amount.signum() < 0 ? -1 : 1,
        amount.abs().stripTrailingZeros().toPlainString(),
        isMonths
            ? new SqlIntervalQualifier(TimeUnit.MONTH, MONTH_DIGITS, null, -1, pos)
            : new SqlIntervalQualifier(TimeUnit.SECOND, SECOND_DIGITS, null, FRACTION_DIGITS, pos),
        pos);
  }

  private static int monthsOf(String unit) {
    return switch (unit) {
      case "mon", "mons", "month", "months" -> 1;
      case "y", "year", "years" -> 12;
      default -> 0;
    };
  }

  private static BigDecimal secondsOf(String unit, String text) {
    return switch (unit) {
      case "s", "sec", "secs", "second", "seconds" -> BigDecimal.ONE;
      case "m", "min", "mins", "minute", "minutes" -> BigDecimal.valueOf(60);
      case "h", "hour", "hours" -> BigDecimal.valueOf(3_600);
      case "d", "day", "days" -> BigDecimal.valueOf(86_400);
      case "w", "week", "weeks" -> BigDecimal.valueOf(604_800);
      case "ms", "millisecond", "milliseconds" -> new BigDecimal("0.001");
      default -> throw invalid(text);
    };
  }

  private static ColonnadeException invalid(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid input syntax for type interval: \"" + text + "\"");
  }
}
