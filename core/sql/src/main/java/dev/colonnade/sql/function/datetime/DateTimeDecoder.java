package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.datetime.DateTimeToken.Kind;
import dev.colonnade.sql.function.datetime.DateTimeWords.Special;
import dev.colonnade.sql.function.datetime.DateTimeWords.Unit;
import dev.colonnade.sql.function.datetime.DateTimeWords.Word;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of the text of a date with an optional time and zone, or of a time with an optional zone.
 */
final class DateTimeDecoder extends FieldDecoder {
  private static final long HALF_DAY_HOURS = 12;
  private static final int SECONDS_PER_HOUR = 3600;

  /** Bit of a weekday, of a half of the day, of an era: each is stated once. */
  private static final int WEEKDAY = 1 << 9;

  private static final int HALF = 1 << 10;
  private static final int ERA = 1 << 11;
  private static final int DAYLIGHT = 1 << 12;
  private static final int ALL_OF_TIMESTAMP = DATE | TIME | ZONE;

  private final InputContext context;
  private final boolean isTimeOnly;

  /** Label of the next number; null for none. */
  private @Nullable Unit label;

  private @Nullable Special special;
  private @Nullable ZoneId namedZone;
  private @Nullable ZoneId abbreviatedZone;
  private int offsetSeconds;
  private int half = -1;

  /**
   * Creates the decoder.
   *
   * @param isTimeOnly whether the text needs no date
   */
  DateTimeDecoder(String text, String type, InputContext context, boolean isTimeOnly) {
    super(text, type, context.order());
    this.context = requireNonNull(context, "context is null");
    this.isTimeOnly = isTimeOnly;
  }

  /** Decodes all parts. */
  void decode(@Nullable List<DateTimeToken> tokens) {
    if (tokens == null) {
      throw invalid();
    }
    for (int i = 0; i < tokens.size(); i++) {
      DateTimeToken token = tokens.get(i);
      add(
          switch (token.kind()) {
            case DATE -> dateOrZone(tokens, i);
            case TIME -> clock(token.text());
            case ZONE -> offset(token.text());
            case NUMBER -> label == null ? plainNumber(tokens, i) : labelled(label, token.text());
            case WORD, SIGNED_WORD -> word(tokens, i);
          });
    }
    if (!isConstant()) {
      validateDate();
    }
    applyHalf();
    if (isTimeOnly) {
      requireTimeOfDay();
      requireFields(TIME);
    } else if (!isConstant()) {
      requireFields(DATE);
    }
  }

  private void requireFields(int mask) {
    if ((known & mask) != mask) {
      throw invalid();
    }
  }

  private void applyHalf() {
    if (half < 0) {
      return;
    }
    if (fields.hour > HALF_DAY_HOURS) {
      throw outOfRange();
    }
    boolean isNoon = fields.hour == HALF_DAY_HOURS;
    if (half == DateTimeWords.FIRST && isNoon) {
      fields.hour = 0;
    } else if (half == DateTimeWords.SECOND && !isNoon) {
      fields.hour += (int) HALF_DAY_HOURS;
    }
  }

  /** Returns the constant that the text states; null for none. */
  @Nullable Special constant() {
    return isConstant() ? special : null;
  }

  private boolean isConstant() {
    return special == Special.EPOCH
        || special == Special.INFINITY
        || special == Special.MINUS_INFINITY;
  }

  private int dateOrZone(List<DateTimeToken> tokens, int index) {
    String field = tokens.get(index).text();
    if (isTimeOnly) {
      boolean isDate =
          index == 0
              && tokens.size() >= 2
              && (tokens.getLast().kind() == Kind.DATE || tokens.get(1).kind() == Kind.TIME);
      return isDate ? date(field) : timeOrZone(tokens.get(index), DATE);
    }
    if (label == Unit.JULIAN) {
      int end = digitsEnd(field, 0);
      julian(requireNumber(field, 0, end));
      offsetSeconds = zone(field.substring(end));
      label = null;
      return DATE | TIME | ZONE;
    }
    boolean hasDay = (known & (MONTH | DAY)) == (MONTH | DAY);
    return label != null || hasDay ? timeOrZone(tokens.get(index), 0) : date(field);
  }

  /** Decodes the digits of a time with an offset, or the name of a zone. */
  private int timeOrZone(DateTimeToken token, int assumed) {
    String field = token.text();
    boolean isLabelled = label != null && !isTimeOnly;
    if (isLabelled && label != Unit.TIME) {
      throw invalid();
    }
    if (!isLabelled && !token.startsWithDigit()) {
      namedZone = requireZone(field);
      return ZONE;
    }
    label = isTimeOnly ? label : null;
    int sign = field.indexOf('-');
    if ((known & TIME) == TIME || sign < 0) {
      throw invalid();
    }
    offsetSeconds = zone(field.substring(sign));
    return joined(field.substring(0, sign), known | assumed) | ZONE;
  }

  private static ZoneId requireZone(String name) {
    ZoneId zone = TimeZones.find(name);
    if (zone == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "time zone \"" + name + "\" not recognized");
    }
    return zone;
  }

  private int clock(String field) {
    if (label != null && !isTimeOnly) {
      if (label != Unit.TIME) {
        throw invalid();
      }
      label = null;
    }
    int mask = time(field);
    if (!isTimeOnly) {
      requireTimeOfDay();
    }
    return mask;
  }

  private int offset(String field) {
    offsetSeconds = zone(field);
    return ZONE;
  }

  private int plainNumber(List<DateTimeToken> tokens, int index) {
    String field = tokens.get(index).text();
    int length = field.length();
    int point = field.indexOf('.');
    if (isTimeOnly) {
      boolean isDate =
          point >= 0 && index == 0 && tokens.size() >= 2 && tokens.getLast().kind() == Kind.DATE;
      if (isDate) {
        return date(field);
      }
      if (point >= 0 && point <= 2) {
        throw invalid();
      }
      return point >= 0 || length > 4 ? joined(field, known | DATE) : number(field, known | DATE);
    }
    if (point >= 0 && (known & DATE) == 0) {
      return date(field);
    }
    boolean isIncomplete = (known & DATE) == 0 || (known & TIME) == 0;
    return point > 2 || (point < 0 && length >= 6 && isIncomplete)
        ? joined(field, known)
        : number(field);
  }

  private int labelled(Unit unit, String field) {
    int end = digitsEnd(field, 0);
    int value = requireNumber(field, 0, end);
    boolean hasFraction = end < field.length();
    if (hasFraction && unit != Unit.JULIAN && unit != Unit.TIME && unit != Unit.SECOND) {
      throw invalid();
    }
    label = null;
    return switch (unit) {
      case YEAR -> {
        fields.year = value;
        yield YEAR;
      }
      case MONTH -> {
        boolean isMinute = (known & MONTH) != 0 && (known & HOUR) != 0;
        if (isMinute) {
          fields.minute = value;
        } else {
          fields.month = value;
        }
        yield isMinute ? MINUTE : MONTH;
      }
      case DAY -> {
        fields.day = value;
        yield DAY;
      }
      case HOUR -> {
        fields.hour = value;
        yield HOUR;
      }
      case MINUTE -> {
        fields.minute = value;
        yield MINUTE;
      }
      case SECOND -> {
        fields.second = value;
        if (hasFraction) {
          setFraction(field, end);
        }
        yield hasFraction ? SECOND : WHOLE_SECOND;
      }
      case JULIAN -> {
        julian(value);
        if (hasFraction) {
          fields.setTime((long) (fraction(field, end) * EpochMicros.MICROS_PER_DAY));
        }
        yield hasFraction ? DATE | TIME : DATE;
      }
      case TIME -> {
        int mask = joined(field, known | DATE);
        if (mask != TIME) {
          throw invalid();
        }
        yield mask;
      }
      case OTHER -> throw invalid();
    };
  }

  private void julian(int day) {
    fields.setDate(day - (long) EpochMicros.JULIAN_EPOCH);
    isJulian = true;
  }

  private int word(List<DateTimeToken> tokens, int index) {
    String field = tokens.get(index).text();
    ZoneAbbreviations.Abbreviation abbreviation = ZoneAbbreviations.find(field);
    if (abbreviation != null) {
      abbreviatedZone = abbreviation.zone();
      offsetSeconds = abbreviation.offsetSeconds();
      return ZONE;
    }
    Word word = DateTimeWords.find(field);
    if (word == null) {
      namedZone = TimeZones.find(field);
      if (namedZone == null) {
        throw invalid();
      }
      return ZONE;
    }
    return switch (word.meaning()) {
      case SPECIAL -> special(word.requireSpecial());
      case MONTH -> monthName(word.value());
      case UNIT -> {
        label = word.requireUnit();
        yield 0;
      }
      case TIME_MARK -> {
        requireTimeNext(tokens, index);
        label = Unit.TIME;
        yield 0;
      }
      case HALF -> {
        half = word.value();
        yield HALF;
      }
      case ERA -> {
        isBeforeChrist = word.value() == DateTimeWords.FIRST;
        yield ERA;
      }
      case WEEKDAY -> {
        if (isTimeOnly) {
          throw invalid();
        }
        yield WEEKDAY;
      }
      case DAYLIGHT -> {
        offsetSeconds += SECONDS_PER_HOUR;
        yield DAYLIGHT;
      }
      case IGNORED -> 0;
    };
  }

  private void requireTimeNext(List<DateTimeToken> tokens, int index) {
    boolean isNext =
        index + 1 < tokens.size()
            && Set.of(Kind.NUMBER, Kind.TIME, Kind.DATE).contains(tokens.get(index + 1).kind());
    if (!isNext || (!isTimeOnly && (known & DATE) != DATE)) {
      throw invalid();
    }
  }

  private int special(Special found) {
    special = found;
    if (isTimeOnly && found != Special.NOW && found != Special.MIDNIGHT_UTC) {
      throw invalid();
    }
    long now = TimeZones.unzoned(context.zone(), context.startMicros());
    long today = Math.floorDiv(now, EpochMicros.MICROS_PER_DAY);
    return switch (found) {
      case NOW -> {
        fields.setTime(Math.floorMod(now, EpochMicros.MICROS_PER_DAY));
        if (!isTimeOnly) {
          fields.setDate(today);
          namedZone = context.zone();
        }
        yield isTimeOnly ? TIME : ALL_OF_TIMESTAMP;
      }
      case TODAY -> day(today);
      case YESTERDAY -> day(today - 1);
      case TOMORROW -> day(today + 1);
      case MIDNIGHT_UTC -> {
        fields.setTime(0);
        offsetSeconds = 0;
        yield TIME | ZONE;
      }
      case EPOCH, INFINITY, MINUS_INFINITY -> ALL_OF_TIMESTAMP;
    };
  }

  private int day(long epochDay) {
    fields.setDate(epochDay);
    return DATE;
  }

  private int monthName(int month) {
    if (isTimeOnly) {
      throw invalid();
    }
    boolean wasDay =
        (known & MONTH) != 0
            && !hasMonthName
            && (known & DAY) == 0
            && fields.month >= 1
            && fields.month <= 31;
    if (wasDay) {
      fields.day = fields.month;
    }
    hasMonthName = true;
    fields.month = month;
    return wasDay ? DAY : MONTH;
  }

  /** Returns the local time in microseconds since 1970-01-01; the date is in range. */
  long localMicros() {
    return fields.epochDay() * EpochMicros.MICROS_PER_DAY + fields.microsOfDay();
  }

  /** Returns the seconds east of Greenwich of the zone of the text, or else of the session. */
  int zoneSeconds() {
    if ((known & DAYLIGHT) != 0
        && (namedZone != null || abbreviatedZone != null || (known & ZONE) == 0)) {
      throw invalid();
    }
    ZoneId zone =
        namedZone != null
            ? namedZone
            : abbreviatedZone != null
                ? abbreviatedZone
                : (known & ZONE) == 0 ? context.zone() : null;
    return zone == null ? offsetSeconds : TimeZones.offsetSecondsOfLocal(zone, zoneLocal());
  }

  /** Returns the local time at which a zone's offset applies: of a mere time, the one of today. */
  private long zoneLocal() {
    if ((known & DATE) == DATE) {
      return localMicros();
    }
    if ((known & DATE) != 0) {
      throw invalid();
    }
    if (namedZone != null && !namedZone.getRules().isFixedOffset()) {
      throw invalid();
    }
    long now = TimeZones.unzoned(context.zone(), context.startMicros());
    return Math.floorDiv(now, EpochMicros.MICROS_PER_DAY) * EpochMicros.MICROS_PER_DAY
        + fields.microsOfDay();
  }
}
