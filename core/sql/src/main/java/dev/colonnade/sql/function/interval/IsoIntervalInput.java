package dev.colonnade.sql.function.interval;

import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_HOUR;
import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_MINUTE;
import static dev.colonnade.sql.function.interval.IntervalSum.MICROS_PER_SECOND;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;

/** Reader of the text of an interval in the forms of ISO 8601: with designators, or alternative. */
final class IsoIntervalInput {
  private static final double AMOUNT_MAX = 1e15;
  private static final int DIGITS_OF_DATE = 8;
  private static final int DIGITS_OF_TIME = 6;

  private final String text;
  private final NumberScan scan;
  private final IntervalSum sum = new IntervalSum();
  private long whole;
  private double fraction;
  private int digits;

  private IsoIntervalInput(String text) {
    this.text = text;
    this.scan = new NumberScan(text);
  }

  /** Returns the interval of a text; the errors are those of {@link IntervalInput#parse}. */
  static Interval parse(String text) {
    IsoIntervalInput input = new IsoIntervalInput(text);
    if (text.length() < 2 || !input.scan.consume('P')) {
      throw invalid(text);
    }
    input.read();
    return input.sum.interval();
  }

  private static ColonnadeException invalid(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid input syntax for type interval: \"" + text + "\"");
  }

  private void read() {
    boolean isOfDate = true;
    boolean hasField = false;
    while (!scan.isAtEnd()) {
      if (scan.consume('T')) {
        isOfDate = false;
        hasField = false;
        continue;
      }
      readAmount();
      char designator = scan.present();
      boolean isAlternative =
          designator == 0
              || (isOfDate ? designator == 'T' || designator == '-' : designator == ':');
      if (!isAlternative) {
        scan.consume(designator);
        add(isOfDate, designator);
        hasField = true;
      } else if (isOfDate) {
        alternativeDate(hasField);
      } else {
        alternativeTime(hasField);
        return;
      }
    }
  }

  private void add(boolean isOfDate, char designator) {
    if (isOfDate) {
      switch (designator) {
        case 'Y' -> sum.addYears(whole, fraction, 1);
        case 'M' -> sum.addMonths(whole, fraction);
        case 'W' -> sum.addWeeks(whole, fraction);
        case 'D' -> sum.addDays(whole, fraction);
        default -> throw invalid(text);
      }
      return;
    }
    switch (designator) {
      case 'H' -> sum.addMicros(whole, fraction, MICROS_PER_HOUR);
      case 'M' -> sum.addMicros(whole, fraction, MICROS_PER_MINUTE);
      case 'S' -> sum.addMicros(whole, fraction, MICROS_PER_SECOND);
      default -> throw invalid(text);
    }
  }

  /** Reads {@code YYYYMMDD} or {@code YYYY-MM-DD}, of which the first part is read. */
  private void alternativeDate(boolean hasField) {
    if (digits == DIGITS_OF_DATE && !hasField && scan.present() != '-') {
      sum.addYears(whole / 10_000, 0, 1);
      sum.addMonths(whole / 100 % 100, 0);
      sum.addDays(whole % 100, fraction);
      return;
    }
    if (hasField) {
      throw invalid(text);
    }
    sum.addYears(whole, fraction, 1);
    if (!hasNext('-')) {
      return;
    }
    readAmount();
    sum.addMonths(whole, fraction);
    if (!hasNext('-')) {
      return;
    }
    readAmount();
    sum.addDays(whole, fraction);
    if (!scan.isAtEnd() && scan.present() != 'T') {
      throw invalid(text);
    }
  }

  /** Reads {@code HHMMSS} or {@code HH:MM:SS}, of which the first part is read. */
  private void alternativeTime(boolean hasField) {
    if (digits == DIGITS_OF_TIME && !hasField && scan.isAtEnd()) {
      sum.addMicros(whole / 10_000, 0, MICROS_PER_HOUR);
      sum.addMicros(whole / 100 % 100, 0, MICROS_PER_MINUTE);
      sum.addMicros(whole % 100, 0, MICROS_PER_SECOND);
      sum.addMicros(0, fraction, 1);
      return;
    }
    if (hasField) {
      throw invalid(text);
    }
    sum.addMicros(whole, fraction, MICROS_PER_HOUR);
    if (!hasNext(':')) {
      return;
    }
    readAmount();
    sum.addMicros(whole, fraction, MICROS_PER_MINUTE);
    if (!hasNext(':')) {
      return;
    }
    readAmount();
    sum.addMicros(whole, fraction, MICROS_PER_SECOND);
    if (!scan.isAtEnd()) {
      throw invalid(text);
    }
  }

  /** Returns whether another part follows; the end and a time may follow instead. */
  private boolean hasNext(char separator) {
    if (scan.consume(separator)) {
      return true;
    }
    if (!scan.isAtEnd() && (separator == ':' || scan.present() != 'T')) {
      throw invalid(text);
    }
    return false;
  }

  private void readAmount() {
    int start = scan.position();
    double amount = scan.decimal();
    if (Double.isNaN(amount)) {
      throw invalid(text);
    }
    if (Math.abs(amount) > AMOUNT_MAX) {
      throw new ArithmeticException("amount of ISO 8601");
    }
    whole = (long) amount;
    fraction = amount - whole;
    int from = text.charAt(start) == '-' ? start + 1 : start;
    int to = from;
    while (to < text.length() && IntervalTokens.isDigit(text.charAt(to))) {
      to++;
    }
    digits = to - from;
  }
}
