package dev.colonnade.sql.function.library;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers written by a template of nines and zeros. */
final class NumberTemplate {
  private final String format;
  private final boolean isPlain;
  private final int digitsBefore;
  private final int digitsAfter;
  private final boolean hasSign;

  private NumberTemplate(String format) {
    this.isPlain = format.startsWith("FM");
    this.format = isPlain ? format.substring(2) : format;
    int point = pointOf(this.format);
    this.digitsBefore = countDigits(this.format.substring(0, point));
    this.digitsAfter = countDigits(this.format.substring(point));
    String upper = this.format.toUpperCase(Locale.ROOT);
    this.hasSign = upper.contains("S") || upper.contains("MI") || upper.contains("PR");
  }

  static String format(BigDecimal value, String format) {
    return new NumberTemplate(format).format(value);
  }

  private static int pointOf(String format) {
    for (int i = 0; i < format.length(); i++) {
      if (".Dd".indexOf(format.charAt(i)) >= 0) {
        return i;
      }
    }
    return format.length();
  }

  private static int countDigits(String part) {
    return (int) part.chars().filter(letter -> letter == '9' || letter == '0').count();
  }

  private String format(BigDecimal value) {
    BigDecimal rounded = value.setScale(digitsAfter, RoundingMode.HALF_UP);
    boolean isNegative = rounded.signum() < 0;
    String digits = rounded.abs().unscaledValue().toString();
    digits = "0".repeat(Math.max(0, digitsAfter - digits.length())) + digits;
    String before = digits.substring(0, digits.length() - digitsAfter);
    String after = digits.substring(digits.length() - digitsAfter);
    if (before.length() > digitsBefore && !before.matches("0*")) {
      return (isPlain ? "" : " ")
          + "#".repeat(digitsBefore)
          + (digitsAfter > 0 ? "." + "#".repeat(digitsAfter) : "");
    }
    before = before.matches("0*") ? "" : before;
    return fill(" ".repeat(digitsBefore - before.length()) + before, after, isNegative);
  }

  /** Walks over the template; {@code before} has a blank for each digit that is missing. */
  private String fill(String before, String after, boolean isNegative) {
    StringBuilder out = new StringBuilder();
    boolean isStarted = false;
    boolean isBehindPoint = false;
    boolean isSignWritten = hasSign;
    int at = 0;
    int atAfter = 0;
    int lastKept = lastKept(after);
    for (int i = 0; i < format.length(); i++) {
      char letter = format.charAt(i);
      switch (letter) {
        case '9', '0' -> {
          if (isBehindPoint) {
            boolean isShown = !isPlain || letter == '0' || atAfter <= lastKept;
            out.append(isShown ? String.valueOf(after.charAt(atAfter)) : "");
            atAfter++;
            break;
          }
          char digit = before.charAt(at++);
          boolean isFilled = digit != ' ' || letter == '0' || isStarted;
          if (isFilled && !isSignWritten) {
            out.append(isNegative ? "-" : isPlain ? "" : " ");
            isSignWritten = true;
          }
          isStarted |= isFilled;
          out.append(isFilled ? String.valueOf(digit == ' ' ? '0' : digit) : isPlain ? "" : " ");
        }
        case ',', 'G', 'g' -> out.append(isStarted ? "," : isPlain ? "" : " ");
        case '.', 'D', 'd' -> {
          if (!isSignWritten) {
            out.append(isNegative ? "-" : isPlain ? "" : " ");
            isSignWritten = true;
          }
          isBehindPoint = true;
          out.append('.');
        }
        case 'S', 's' -> out.append(isNegative ? "-" : "+");
        case 'M', 'm' -> {
          out.append(isNegative ? "-" : isPlain ? "" : " ");
          i++;
        }
        case 'P', 'p' -> {
          int start = firstDigit(out);
          out.insert(start, isNegative ? "<" : isPlain ? "" : " ")
              .append(isNegative ? ">" : isPlain ? "" : " ");
          i++;
        }
        case 'L', '$' -> out.append(letter == '$' ? "$" : " ");
        case '"' -> {}
        default -> out.append(letter);
      }
    }
    if (!isSignWritten) {
      out.insert(0, isNegative ? "-" : isPlain ? "" : " ");
    }
    return out.toString();
  }

  private static int firstDigit(StringBuilder out) {
    int at = 0;
    while (at < out.length() && out.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  private static int lastKept(String after) {
    int last = after.length() - 1;
    while (last >= 0 && after.charAt(last) == '0') {
      last--;
    }
    return last;
  }
}
