package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.scalar.EpochMicros;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of the numbers in the text of a date or time. A set of fields is a mask of bits; a method
 * that decodes some returns the mask of those.
 */
abstract class FieldDecoder {
  static final int YEAR = 1;
  static final int MONTH = 1 << 1;
  static final int DAY = 1 << 2;
  static final int DATE = YEAR | MONTH | DAY;
  static final int HOUR = 1 << 3;
  static final int MINUTE = 1 << 4;
  static final int WHOLE_SECOND = 1 << 5;
  static final int SECOND = WHOLE_SECOND | 1 << 6;
  static final int TIME = HOUR | MINUTE | SECOND;
  static final int ZONE = 1 << 7;
  static final int DAY_OF_YEAR = 1 << 8;

  private static final int DAYS_OF_YEAR_MAX = 366;
  private static final int DAY_OF_YEAR_DIGITS = 3;
  private static final int DATE_DIGITS_MIN = 6;
  private static final int ZONE_HOURS_MAX = 15;
  private static final int TWO_DIGITS_LIMIT = 100;
  private static final int TWO_DIGITS_TURN = 70;
  private static final int CENTURY = 1900;

  private final String text;
  private final String type;
  final DateOrder order;
  final DateTimeFields fields = new DateTimeFields();

  /** Fields that the text has stated so far. */
  int known;

  boolean hasMonthName;
  boolean isJulian;
  boolean isBeforeChrist;
  private boolean isTwoDigits;

  /** Creates the decoder of a text of a type, which errors mention. */
  FieldDecoder(String text, String type, DateOrder order) {
    this.text = requireNonNull(text, "text is null");
    this.type = requireNonNull(type, "type is null");
    this.order = requireNonNull(order, "order is null");
  }

  final ColonnadeException invalid() {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid input syntax for type " + type + ": \"" + text + "\"");
  }

  final ColonnadeException outOfRange() {
    return new ColonnadeException(
        ErrorCode.DATETIME_OUT_OF_RANGE, "date/time field value out of range: \"" + text + "\"");
  }

  private ColonnadeException wrongOrder() {
    return new ColonnadeException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "date/time field value out of range: \"" + text + "\"",
        ErrorFields.NONE.withHint("Perhaps you need a different \"datestyle\" setting."));
  }

  private ColonnadeException zoneOutOfRange() {
    return new ColonnadeException(
        ErrorCode.INVALID_TIME_ZONE_DISPLACEMENT,
        "time zone displacement out of range: \"" + text + "\"");
  }

  /** Returns the index behind the digits that start at an index. */
  static int digitsEnd(String field, int start) {
    int end = start;
    while (end < field.length() && DateTimeToken.isDigit(field.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Returns the number of some digits, 0 for none; null if it exceeds an integer. */
  static @Nullable Integer number(String field, int start, int end) {
    long value = 0;
    for (int i = start; i < end; i++) {
      value = value * 10 + (field.charAt(i) - '0');
      if (value > Integer.MAX_VALUE) {
        return null;
      }
    }
    return (int) value;
  }

  final int requireNumber(String field, int start, int end) {
    Integer value = number(field, start, end);
    if (value == null) {
      throw outOfRange();
    }
    return value;
  }

  private int requireZoneNumber(String field, int start, int end) {
    Integer value = number(field, start, end);
    if (value == null) {
      throw zoneOutOfRange();
    }
    return value;
  }

  /** Returns the fraction that a text is from an index on, as a part of one. */
  final double fraction(String field, int point) {
    int end = digitsEnd(field, point + 1);
    if (end < field.length()) {
      throw invalid();
    }
    return leadingFraction(field, point);
  }

  private static double leadingFraction(String field, int point) {
    int end = digitsEnd(field, point + 1);
    return end == point + 1 ? 0 : Double.parseDouble("0" + field.substring(point, end));
  }

  private void setFraction(double part) {
    fields.fraction = (int) Math.rint(part * EpochMicros.MICROS_PER_SECOND);
  }

  /** Sets the fraction of the second from the rest of a field. */
  final void setFraction(String field, int point) {
    setFraction(fraction(field, point));
  }

  /** Returns the seconds east of Greenwich of an offset such as +05:30. */
  final int zone(String field) {
    if (!field.startsWith("+") && !field.startsWith("-")) {
      throw invalid();
    }
    int end = digitsEnd(field, 1);
    int hours = requireZoneNumber(field, 1, end);
    int minutes = 0;
    int seconds = 0;
    if (end < field.length() && field.charAt(end) == ':') {
      int start = end + 1;
      end = digitsEnd(field, start);
      minutes = requireZoneNumber(field, start, end);
      if (end < field.length() && field.charAt(end) == ':') {
        start = end + 1;
        end = digitsEnd(field, start);
        seconds = requireZoneNumber(field, start, end);
      }
    } else if (end == field.length() && field.length() > 3) {
      minutes = hours % 100;
      hours = hours / 100;
    }
    if (hours > ZONE_HOURS_MAX || minutes > 59 || seconds > 59) {
      throw zoneOutOfRange();
    }
    if (end < field.length()) {
      throw invalid();
    }
    int offset = (hours * 60 + minutes) * 60 + seconds;
    return field.startsWith("-") ? -offset : offset;
  }

  /** Decodes a time with colons. */
  final int time(String field) {
    int end = digitsEnd(field, 0);
    int hour = requireNumber(field, 0, end);
    if (end >= field.length() || field.charAt(end) != ':') {
      throw invalid();
    }
    int start = end + 1;
    end = digitsEnd(field, start);
    int minute = requireNumber(field, start, end);
    int second = 0;
    fields.fraction = 0;
    if (end < field.length() && field.charAt(end) == '.') {
      setFraction(field, end);
      second = minute;
      minute = hour;
      hour = 0;
    } else if (end < field.length()) {
      start = end + 1;
      end = digitsEnd(field, start);
      second = requireNumber(field, start, end);
      if (end < field.length() && field.charAt(end) != '.') {
        throw invalid();
      }
      if (end < field.length()) {
        setFraction(field, end);
      }
    }
    if (minute > 59 || second > 60) {
      throw outOfRange();
    }
    fields.hour = hour;
    fields.minute = minute;
    fields.second = second;
    return TIME;
  }

  /** Checks the hour and that the time is not after 24:00. */
  final void requireTimeOfDay() {
    boolean isInRange =
        fields.hour <= 24
            && fields.minute <= 59
            && fields.second <= 60
            && fields.microsOfDay() <= EpochMicros.MICROS_PER_DAY;
    if (!isInRange) {
      throw outOfRange();
    }
  }

  /** Decodes a date of numbers, perhaps with a month's name, and separators. */
  final int date(String field) {
    List<String> parts = dateParts(field);
    int before = known;
    boolean hadMonthName = hasMonthName;
    hasMonthName = false;
    for (String part : parts) {
      if (DateTimeTokenizer.isLetter(part.charAt(0))) {
        DateTimeWords.Word word = DateTimeWords.find(part);
        if (word != null && word.meaning() == DateTimeWords.Meaning.IGNORED) {
          throw invalid();
        }
        if (word == null || word.meaning() != DateTimeWords.Meaning.MONTH) {
          throw invalid();
        }
        fields.month = word.value();
        hasMonthName = true;
        add(MONTH);
      }
    }
    for (String part : parts) {
      if (!DateTimeTokenizer.isLetter(part.charAt(0))) {
        add(number(part));
      }
    }
    if ((known & ~(DAY_OF_YEAR | ZONE)) != DATE) {
      throw invalid();
    }
    int added = known & ~before;
    known = before;
    hasMonthName = hadMonthName;
    return added;
  }

  private List<String> dateParts(String field) {
    List<String> parts = new ArrayList<>();
    int at = 0;
    while (at < field.length()) {
      while (at < field.length() && !isAlphanumeric(field.charAt(at))) {
        at++;
      }
      if (at == field.length()) {
        throw invalid();
      }
      int start = at;
      boolean isNumber = DateTimeToken.isDigit(field.charAt(at));
      while (at < field.length()
          && (isNumber
              ? DateTimeToken.isDigit(field.charAt(at))
              : DateTimeTokenizer.isLetter(field.charAt(at)))) {
        at++;
      }
      parts.add(field.substring(start, at));
      at++;
    }
    return parts;
  }

  private static boolean isAlphanumeric(char letter) {
    return DateTimeToken.isDigit(letter) || DateTimeTokenizer.isLetter(letter);
  }

  /** Adds fields to those that are known; a field cannot be stated twice. */
  final void add(int mask) {
    if ((known & mask) != 0) {
      throw invalid();
    }
    known |= mask;
  }

  /** Decodes a number whose field follows from the fields before it. */
  final int number(String field) {
    return number(field, known);
  }

  /** Variant of {@link #number(String)} with other known fields. */
  final int number(String field, int mask) {
    int end = digitsEnd(field, 0);
    int value = requireNumber(field, 0, end);
    if (end == 0) {
      throw invalid();
    }
    if (end < field.length()) {
      if (end > 2) {
        return joined(field, mask | DATE);
      }
      setFraction(field, end);
    }
    if (field.length() == DAY_OF_YEAR_DIGITS
        && (mask & DATE) == YEAR
        && value >= 1
        && value <= DAYS_OF_YEAR_MAX) {
      fields.dayOfYear = value;
      return DAY_OF_YEAR | MONTH | DAY;
    }
    return (mask & DATE) == DATE ? joined(field, mask) : dateField(value, field.length(), mask);
  }

  private int dateField(int value, int length, int mask) {
    boolean isYear = length > 2 || order == DateOrder.YMD;
    return switch (mask & DATE) {
      case 0 ->
          isYear
              ? setYear(value, length)
              : order == DateOrder.DMY ? setDay(value) : setMonth(value);
      case YEAR, DAY -> setMonth(value);
      case MONTH -> hasMonthName && isYear ? setYear(value, length) : setDay(value);
      case YEAR | MONTH -> {
        if (hasMonthName && length > 2 && isTwoDigits) {
          // The first number was the day and not the year.
          fields.day = fields.year;
          fields.year = value;
          isTwoDigits = false;
          yield DAY;
        }
        yield setDay(value);
      }
      case MONTH | DAY -> setYear(value, length);
      default -> throw invalid();
    };
  }

  private int setYear(int value, int length) {
    fields.year = value;
    isTwoDigits = length <= 2;
    return YEAR;
  }

  private int setMonth(int value) {
    fields.month = value;
    return MONTH;
  }

  private int setDay(int value) {
    fields.day = value;
    return DAY;
  }

  /** Decodes the digits of a whole date or time without separators. */
  final int joined(String field, int mask) {
    String digits = field;
    int point = field.indexOf('.');
    if (point >= 0) {
      setFraction(leadingFraction(field, point));
      digits = field.substring(0, point);
    } else if ((mask & DATE) != DATE && digits.length() >= DATE_DIGITS_MIN) {
      int length = digits.length();
      fields.day = requireNumber(digits, length - 2, length);
      fields.month = requireNumber(digits, length - 4, length - 2);
      fields.year = requireNumber(digits, 0, length - 4);
      isTwoDigits = length == DATE_DIGITS_MIN;
      return DATE;
    }
    if ((mask & TIME) != TIME && (digits.length() == 6 || digits.length() == 4)) {
      fields.hour = requireNumber(digits, 0, 2);
      fields.minute = requireNumber(digits, 2, 4);
      fields.second = digits.length() == 4 ? 0 : requireNumber(digits, 4, 6);
      return TIME;
    }
    throw invalid();
  }

  /** Completes the date and checks the ranges of its fields. */
  final void validateDate() {
    if ((known & YEAR) != 0 && !isJulian) {
      if ((!isTwoDigits || isBeforeChrist) ? fields.year <= 0 : fields.year < 0) {
        throw outOfRange();
      }
      if (isBeforeChrist) {
        fields.year = 1 - fields.year;
      } else if (isTwoDigits && fields.year < TWO_DIGITS_LIMIT) {
        fields.year += fields.year < TWO_DIGITS_TURN ? CENTURY + TWO_DIGITS_LIMIT : CENTURY;
      }
    }
    if ((known & DAY_OF_YEAR) != 0) {
      fields.setDate(DateTimeFields.epochDay(fields.year, 1, 1) + fields.dayOfYear - 1);
    }
    boolean isWrong =
        ((known & MONTH) != 0 && (fields.month < 1 || fields.month > 12))
            || ((known & DAY) != 0 && (fields.day < 1 || fields.day > 31));
    if (isWrong) {
      throw wrongOrder();
    }
    if ((known & DATE) == DATE) {
      long month = DateTimeFields.epochDay(fields.year, fields.month, 1);
      if (month + fields.day > DateTimeFields.epochDay(fields.year, fields.month + 1, 1)) {
        throw outOfRange();
      }
    }
  }
}
