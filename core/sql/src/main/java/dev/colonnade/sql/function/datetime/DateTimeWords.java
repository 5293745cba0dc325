package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words in the texts of dates and times. */
final class DateTimeWords {
  /** Meaning of a word. */
  enum Meaning {
    /** A point in time; the value is the position in {@link Special}. */
    SPECIAL,
    /** The value is the number of the month. */
    MONTH,
    /** Label of the number that follows; {@link Word#unit} is its kind. */
    UNIT,
    /** The letter before a time in ISO 8601. */
    TIME_MARK,
    /** Morning or afternoon. */
    HALF,
    /** Era. */
    ERA,
    /** Day of the week, which has no effect. */
    WEEKDAY,
    /** Daylight saving time of the zone before it. */
    DAYLIGHT,
    /** Without effect. */
    IGNORED
  }

  /** Points in time that have a name. */
  enum Special {
    NOW,
    YESTERDAY,
    TODAY,
    TOMORROW,
    MIDNIGHT_UTC,
    EPOCH,
    INFINITY,
    MINUS_INFINITY
  }

  /** Labels of numbers. */
  enum Unit {
    YEAR,
    MONTH,
    DAY,
    HOUR,
    MINUTE,
    SECOND,
    JULIAN,
    TIME,
    /** A label that no number can follow. */
    OTHER
  }

  /**
   * Word with its meaning.
   *
   * @param value number that the meaning explains
   * @param special of {@link Meaning#SPECIAL}; null for others
   * @param unit of {@link Meaning#UNIT}; null for others
   */
  record Word(Meaning meaning, int value, @Nullable Special special, @Nullable Unit unit) {
    Word {
      requireNonNull(meaning, "meaning is null");
    }

    Special requireSpecial() {
      return requireNonNull(special, "special is null");
    }

    Unit requireUnit() {
      return requireNonNull(unit, "unit is null");
    }
  }

  /** Value of {@link Meaning#HALF} and {@link Meaning#ERA}: the first of two. */
  static final int FIRST = 0;

  /** Value of {@link Meaning#HALF} and {@link Meaning#ERA}: the second of two. */
  static final int SECOND = 1;

  /** Number of characters of a word that are significant. */
  private static final int WORD_MAX = 10;

  private static final Map<String, Word> WORDS = new HashMap<>();

  static {
    String[] months = {
      "january",
      "february",
      "march",
      "april",
      "may",
      "june",
      "july",
      "august",
      "september",
      "october",
      "november",
      "december"
    };
    for (int i = 0; i < months.length; i++) {
      put(Meaning.MONTH, i + 1, months[i], months[i].substring(0, 3));
    }
    put(Meaning.MONTH, 9, "sept");
    put(Meaning.WEEKDAY, 0, "sun", "sunday", "mon", "monday", "tue", "tues", "tuesday", "wed");
    put(Meaning.WEEKDAY, 0, "weds", "wednesday", "thu", "thur", "thurs", "thursday", "fri");
    put(Meaning.WEEKDAY, 0, "friday", "sat", "saturday");
    special(Special.NOW, "now");
    special(Special.YESTERDAY, "yesterday");
    special(Special.TODAY, "today");
    special(Special.TOMORROW, "tomorrow");
    special(Special.MIDNIGHT_UTC, "allballs");
    special(Special.EPOCH, "epoch");
    special(Special.INFINITY, "infinity");
    special(Special.MINUS_INFINITY, "-infinity");
    unit(Unit.YEAR, "y");
    unit(Unit.MONTH, "m");
    unit(Unit.DAY, "d");
    unit(Unit.HOUR, "h");
    unit(Unit.MINUTE, "mm");
    unit(Unit.SECOND, "s");
    unit(Unit.JULIAN, "j", "jd", "julian");
    unit(Unit.OTHER, "dow", "doy", "isodow", "isoyear");
    put(Meaning.TIME_MARK, 0, "t");
    put(Meaning.HALF, FIRST, "am");
    put(Meaning.HALF, SECOND, "pm");
    put(Meaning.ERA, FIRST, "bc");
    put(Meaning.ERA, SECOND, "ad");
    put(Meaning.DAYLIGHT, 0, "dst");
    put(Meaning.IGNORED, 0, "at", "on");
  }

  private DateTimeWords() {}

  private static void special(Special special, String word) {
    put(new Word(Meaning.SPECIAL, 0, special, null), word);
  }

  private static void unit(Unit unit, String... words) {
    put(new Word(Meaning.UNIT, 0, null, unit), words);
  }

  private static void put(Meaning meaning, int value, String... words) {
    put(new Word(meaning, value, null, null), words);
  }

  private static void put(Word meaning, String... words) {
    for (String word : words) {
      WORDS.put(word, meaning);
    }
  }

  /** Returns the meaning of a word in lower case; null if it has none. */
  static @Nullable Word find(String word) {
    return WORDS.get(word.length() > WORD_MAX ? longWord(word) : word);
  }

  /** Only words of ten characters or more in the table match a longer one. */
  private static String longWord(String word) {
    String start = word.substring(0, WORD_MAX);
    return WORDS.containsKey(start) ? start : word;
  }

  static boolean isKnown(String word) {
    return find(word) != null;
  }
}
