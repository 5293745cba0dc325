package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.EnumMap;
import java.util.Map;

/** Values of the fields of a template that were read from a text; 0 if a field was not read. */
final class TemplateFields {
  /** Field with a value. */
  enum Part {
    HOUR,
    MINUTE,
    SECOND,
    SECOND_OF_DAY,
    MILLIS,
    MICROS,
    AFTERNOON,
    YEAR,
    CENTURY,
    BEFORE_CHRIST,
    MONTH,
    DAY,
    DAY_OF_YEAR,
    DAY_OF_WEEK,
    WEEK,
    WEEK_OF_MONTH,
    JULIAN_DAY,
    ZONE_HOURS,
    ZONE_MINUTES
  }

  /** Calendar of the fields of a date. */
  enum Convention {
    NONE,
    GREGORIAN,
    ISO_WEEK
  }

  private final Map<Part, Integer> values = new EnumMap<>(Part.class);
  private Convention convention = Convention.NONE;

  /** True if the hour is one of the clock of 12 hours. */
  boolean hasTwelveHours;

  /** Number of digits of the year's pattern. */
  int yearDigits;

  /** Digits of the fraction of a second that the result has; -1 for all. */
  int fractionDigits = -1;

  /** Sign of the time zone's offset; 0 if none was read. */
  int zoneSign;

  int get(Part part) {
    return values.getOrDefault(part, 0);
  }

  boolean has(Part part) {
    return get(part) != 0;
  }

  boolean isIsoWeek() {
    return convention == Convention.ISO_WEEK;
  }

  /** Sets a field; INVALID_DATETIME if it has another value that is not 0. */
  void set(Part part, int value, String field) {
    int known = get(part);
    if (known != 0 && known != value) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME,
          "conflicting values for \"" + field + "\" field in formatting string",
          ErrorFields.NONE.withDetail(
              "This value contradicts a previous setting for the same field type."));
    }
    replace(part, value);
  }

  /** Sets a field, whatever value it has. */
  void replace(Part part, int value) {
    values.put(part, value);
  }

  /** Notes the calendar of a field; INVALID_DATETIME if earlier fields have the other one. */
  void use(Convention other) {
    if (other == Convention.NONE) {
      return;
    }
    if (convention != Convention.NONE && convention != other) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME,
          "invalid combination of date conventions",
          ErrorFields.NONE.withHint(
              "Do not mix Gregorian and ISO week date conventions in a formatting template."));
    }
    convention = other;
  }
}
