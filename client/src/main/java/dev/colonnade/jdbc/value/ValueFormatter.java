package dev.colonnade.jdbc.value;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;

/** Formatter of values in PostgreSQL's text output format. */
final class ValueFormatter {
  private static final int NANOS_PER_MICRO = 1_000;

  /**
   * Decimal exponents up to which, and from which on, numbers are written in scientific notation.
   */
  private static final int SMALL_EXPONENT = -5;

  private static final int LARGE_DOUBLE_EXPONENT = 15;
  private static final int LARGE_FLOAT_EXPONENT = 6;

  private ValueFormatter() {}

  /** Returns the text of a value; timestamps with time zone are written in {@code zone}. */
  static String of(Object value, ZoneId zone) {
    if (value instanceof String text) {
      return text;
    } else if (value instanceof Boolean bool) {
      return bool ? "t" : "f";
    } else if (value instanceof BigDecimal number) {
      return number.toPlainString();
    } else if (value instanceof Double number) {
      return floating(number, Double.toString(number), LARGE_DOUBLE_EXPONENT);
    } else if (value instanceof Float number) {
      return floating(number, Float.toString(number), LARGE_FLOAT_EXPONENT);
    } else if (value instanceof byte[] bytes) {
      return "\\x" + HexFormat.of().formatHex(bytes);
    } else if (InfiniteDateTimes.sign(value) != 0) {
      return InfiniteDateTimes.text(InfiniteDateTimes.sign(value));
    } else if (value instanceof LocalDate date) {
      return date(date) + era(date);
    } else if (value instanceof LocalTime time) {
      return time(time);
    } else if (value instanceof LocalDateTime time) {
      return date(time.toLocalDate()) + " " + time(time.toLocalTime()) + era(time.toLocalDate());
    } else if (value instanceof Instant instant) {
      return withZone(instant.atZone(zone).toOffsetDateTime());
    }
    return value.toString();
  }

  private static String floating(double number, String java, int largeExponent) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return java;
    }
    if (number == 0) {
      return java.startsWith("-") ? "-0" : "0";
    }
    BigDecimal exact = new BigDecimal(java).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exponent > SMALL_EXPONENT && exponent < largeExponent) {
      return exact.toPlainString();
    }
    String digits = exact.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    String sign = exact.signum() < 0 ? "-" : "";
    String size = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
    return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + size;
  }

  private static String date(LocalDate date) {
    int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
    return padded(year, 4)
        + "-"
        + padded(date.getMonthValue(), 2)
        + "-"
        + padded(date.getDayOfMonth(), 2);
  }

  private static String era(LocalDate date) {
    return date.getYear() > 0 ? "" : " BC";
  }

  private static String time(LocalTime time) {
    String seconds =
        padded(time.getHour(), 2)
            + ":"
            + padded(time.getMinute(), 2)
            + ":"
            + padded(time.getSecond(), 2);
    int micros = time.getNano() / NANOS_PER_MICRO;
    if (time.equals(LocalTime.MAX)) {
      return "24:00:00";
    }
    return micros == 0 ? seconds : seconds + "." + withoutZeros(padded(micros, 6));
  }

  private static String withZone(OffsetDateTime time) {
    return date(time.toLocalDate())
        + " "
        + time(time.toLocalTime())
        + offset(time.getOffset())
        + era(time.toLocalDate());
  }

  private static String offset(ZoneOffset offset) {
    int seconds = Math.abs(offset.getTotalSeconds());
    String text = (offset.getTotalSeconds() < 0 ? "-" : "+") + padded(seconds / 3600, 2);
    if (seconds % 3600 == 0) {
      return text;
    }
    String minutes = text + ":" + padded(seconds / 60 % 60, 2);
    return seconds % 60 == 0 ? minutes : minutes + ":" + padded(seconds % 60, 2);
  }

  private static String padded(int number, int digits) {
    String text = Integer.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }

  private static String withoutZeros(String digits) {
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return digits.substring(0, end);
  }
}
