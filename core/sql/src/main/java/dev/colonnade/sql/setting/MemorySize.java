package dev.colonnade.sql.setting;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts of sizes of memory, as PostgreSQL reads and writes them. */
final class MemorySize {
  private static final Pattern FORM =
      Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d*)?)\\s*(B|kB|MB|GB|TB)?\\s*");
  private static final long KILOBYTE = 1024;

  /** Divisor of the heap: the default memory of one query. */
  private static final int HEAP_SHARE = 8;

  private MemorySize() {}

  /** Returns the default memory of one query: a part of the heap, in whole megabytes. */
  static String ofHeap() {
    long megabytes = Runtime.getRuntime().maxMemory() / HEAP_SHARE / (KILOBYTE * KILOBYTE);
    return Math.max(4, megabytes) + "MB";
  }

  /** Returns the canonical form of a size: with the largest unit that divides it. */
  static String canonical(String name, String value, long minKilobytes, long maxKilobytes) {
    long kilobytes = kilobytes(name, value);
    if (kilobytes < minKilobytes || kilobytes > maxKilobytes) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "%d kB is outside the valid range for parameter \"%s\" (%d .. %d)"
              .formatted(kilobytes, name, minKilobytes, maxKilobytes));
    }
    return text(kilobytes);
  }

  private static String text(long kilobytes) {
    if (kilobytes <= 0) {
      return Long.toString(kilobytes);
    }
    String[] units = {"kB", "MB", "GB", "TB"};
    long size = kilobytes;
    int unit = 0;
    while (unit < units.length - 1 && size % KILOBYTE == 0) {
      size /= KILOBYTE;
      unit++;
    }
    return size + units[unit];
  }

  /** Returns the bytes of a canonical size; a negative size stays negative. */
  static long bytes(String canonical) {
    long kilobytes = kilobytes("size", canonical);
    return kilobytes < 0 ? kilobytes : kilobytes * KILOBYTE;
  }

  private static long kilobytes(String name, String value) {
    Matcher matcher = FORM.matcher(value);
    if (!matcher.matches()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          SettingErrors.invalid(name, value),
          value.matches("\\s*[+-]?\\d+.*")
              ? ErrorFields.NONE.withHint(
                  "Valid units for this parameter are \"B\", \"kB\", \"MB\", \"GB\", and"
                      + " \"TB\".")
              : ErrorFields.NONE);
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    String unit = matcher.group(2) == null ? "kB" : matcher.group(2);
    BigDecimal bytes =
        switch (unit) {
          case "B" -> number;
          case "kB" -> number.multiply(BigDecimal.valueOf(KILOBYTE));
          case "MB" -> number.multiply(BigDecimal.valueOf(KILOBYTE).pow(2));
          case "GB" -> number.multiply(BigDecimal.valueOf(KILOBYTE).pow(3));
          default -> number.multiply(BigDecimal.valueOf(KILOBYTE).pow(4));
        };
    BigDecimal kilobytes = bytes.divide(BigDecimal.valueOf(KILOBYTE), 0, RoundingMode.HALF_EVEN);
    return kilobytes.precision() > 18 ? Long.MAX_VALUE : kilobytes.longValue();
  }
}
