package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Element;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Kind;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Ordinal;
import dev.colonnade.sql.function.library.temporal.TemplateFields.Part;
import java.util.List;

/**
 * Parser of date and time texts by a template, with PostgreSQL's rules of blanks, separators and
 * digits.
 */
final class DateTimeParser {
  private static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");
  private static final List<String> DAYS =
      List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday");

  /** Roman numbers of the months, from December: longer ones come before their prefixes. */
  private static final List<String> ROMAN_MONTHS =
      List.of("XII", "XI", "X", "IX", "VIII", "VII", "VI", "V", "IV", "III", "II", "I");

  private static final List<String> HALVES = List.of("am", "pm");
  private static final List<String> HALVES_WITH_POINTS = List.of("a.m.", "p.m.");
  private static final List<String> ERAS = List.of("ad", "bc");
  private static final List<String> ERAS_WITH_POINTS = List.of("a.d.", "b.c.");

  private final List<Element> elements;
  private final TemplateText text;
  private final TemplateFields fields = new TemplateFields();

  /** True behind {@code FX}: each blank and separator of the template reads one character. */
  private boolean isExact;

  /** Number of blanks and separators that were skipped beyond those of the template. */
  private int skipped;

  private DateTimeParser(String text, DateTimeTemplate template) {
    this.elements = template.elements();
    this.text = new TemplateText(text);
  }

  /** Parses a text by a template. */
  static TemplateDateTime read(String text, String format) {
    DateTimeParser parser = new DateTimeParser(text, DateTimeTemplate.of(format));
    parser.readAll();
    return TemplateDateTime.of(text, parser.fields);
  }

  private void readAll() {
    for (int i = 0; i < elements.size() && !text.isEnd(); i++) {
      Interruption.check(i);
      Element element = elements.get(i);
      if (element.pattern().equals("FX")) {
        isExact = true;
        continue;
      }
      if (!isExact && (element.kind() == Kind.FIELD || i == 0)) {
        skipped += text.skipBlanks();
      }
      if (element.kind() != Kind.FIELD) {
        readCharacter(element.kind());
        continue;
      }
      fields.use(DateTimePatterns.convention(element.pattern()));
      readField(element, isTight(i));
      if (!isExact) {
        skipped = text.skipBlanks();
      }
    }
  }

  /** Returns whether a field has as many digits as its pattern, since digits follow. */
  private boolean isTight(int index) {
    Element element = elements.get(index);
    if (element.isFilled() || element.ordinal() != Ordinal.NONE || index + 1 == elements.size()) {
      return false;
    }
    Element next = elements.get(index + 1);
    return next.kind() == Kind.FIELD
        ? DateTimePatterns.isNumber(next.pattern())
        : DateTimeTemplate.isDigit(next.text().charAt(0));
  }

  private void readCharacter(Kind kind) {
    if (isExact) {
      text.skipOne();
    } else if (kind != Kind.TEXT) {
      skipped += text.skipSeparator() ? 0 : -1;
    } else if (skipped > 0) {
      skipped--;
    } else {
      text.skipOne();
    }
  }

  private void readField(Element element, boolean isTight) {
    String pattern = element.pattern();
    switch (pattern) {
      case "HH12", "HH" -> {
        setNumber(Part.HOUR, element, 2, isTight);
        fields.hasTwelveHours = true;
      }
      case "HH24" -> setNumber(Part.HOUR, element, 2, isTight);
      case "MI" -> setNumber(Part.MINUTE, element, isTight);
      case "SS" -> setNumber(Part.SECOND, element, isTight);
      case "SSSS", "SSSSS" -> setNumber(Part.SECOND_OF_DAY, element, isTight);
      case "MS" -> setFraction(Part.MILLIS, element, 3, 3, isTight);
      case "US" -> setFraction(Part.MICROS, element, 6, 6, isTight);
      case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" -> {
        fields.fractionDigits = pattern.charAt(2) - '0';
        setFraction(Part.MICROS, element, fields.fractionDigits, 6, isTight);
      }
      case "AM", "PM", "am", "pm" -> readHalf(element, HALVES);
      case "A.M.", "P.M.", "a.m.", "p.m." -> readHalf(element, HALVES_WITH_POINTS);
      case "TZH" -> {
        fields.zoneSign = text.readSign(skipped > 0);
        setNumber(Part.ZONE_HOURS, element, 2, isTight);
      }
      case "TZM" -> {
        fields.zoneSign = fields.zoneSign == 0 ? 1 : fields.zoneSign;
        setNumber(Part.ZONE_MINUTES, element, 2, isTight);
      }
      case "OF", "TZ", "tz" ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "formatting field \"" + element.text() + "\" is only supported in to_char");
      default -> readDateField(element, isTight);
    }
  }

  private void readDateField(Element element, boolean isTight) {
    String pattern = element.pattern();
    switch (pattern) {
      case "YYYY", "IYYY", "YYY", "IYY", "YY", "IY", "Y", "I" -> readYear(element, isTight);
      case "Y,YYY" -> {
        fields.set(Part.YEAR, text.readThousands(element), element.text());
        fields.yearDigits = 4;
        skipOrdinal(element);
      }
      case "CC" -> setNumber(Part.CENTURY, element, isTight);
      case "BC", "AD", "bc", "ad" ->
          fields.set(Part.BEFORE_CHRIST, text.readWord(ERAS, element), element.text());
      case "B.C.", "A.D.", "b.c.", "a.d." ->
          fields.set(Part.BEFORE_CHRIST, text.readWord(ERAS_WITH_POINTS, element), element.text());
      case "MM" -> setNumber(Part.MONTH, element, isTight);
      case "MONTH", "Month", "month" ->
          fields.set(Part.MONTH, text.readWord(MONTHS, element) + 1, element.text());
      case "MON", "Mon", "mon" ->
          fields.set(Part.MONTH, text.readPrefix(MONTHS, element) + 1, element.text());
      case "RM", "rm" ->
          fields.set(Part.MONTH, 12 - text.readWord(ROMAN_MONTHS, element), element.text());
      case "DAY", "Day", "day" -> setDayOfWeek(text.readWord(DAYS, element), element);
      case "DY", "Dy", "dy" -> setDayOfWeek(text.readPrefix(DAYS, element), element);
      case "DD" -> setNumber(Part.DAY, element, isTight);
      case "DDD" -> setNumber(Part.DAY_OF_YEAR, element, isTight);
      case "IDDD" -> setNumber(Part.DAY_OF_YEAR, element, 3, isTight);
      case "D" -> setNumber(Part.DAY_OF_WEEK, element, isTight);
      case "ID" -> {
        setNumber(Part.DAY_OF_WEEK, element, 1, isTight);
        int next = fields.get(Part.DAY_OF_WEEK) + 1;
        fields.replace(Part.DAY_OF_WEEK, next > 7 ? 1 : next);
      }
      case "WW", "IW" -> setNumber(Part.WEEK, element, isTight);
      case "W" -> setNumber(Part.WEEK_OF_MONTH, element, isTight);
      case "J" -> setNumber(Part.JULIAN_DAY, element, isTight);
      default -> {
        text.readNumber(element, element.pattern().length(), isTight); // Q has no effect
        skipOrdinal(element);
      }
    }
  }

  /** Sets the day of the week, as PostgreSQL: from 0, and one more afterwards. */
  private void setDayOfWeek(int day, Element element) {
    fields.set(Part.DAY_OF_WEEK, day, element.text());
    fields.replace(Part.DAY_OF_WEEK, day + 1);
  }

  private void readYear(Element element, boolean isTight) {
    int patternDigits = element.pattern().length();
    int start = text.position();
    int year = text.readNumber(element, patternDigits, isTight);
    fields.set(Part.YEAR, year, element.text());
    if (patternDigits < 4 && text.position() - start < 4) {
      fields.replace(Part.YEAR, near2020(year));
    }
    fields.yearDigits = patternDigits;
    skipOrdinal(element);
  }

  /** Returns the year nearest to 2020 that ends with these digits. */
  private static int near2020(int digits) {
    if (digits < 70) {
      return digits + 2000;
    }
    if (digits < 100) {
      return digits + 1900;
    }
    return digits < 520 ? digits + 2000 : digits < 1000 ? digits + 1000 : digits;
  }

  private void readHalf(Element element, List<String> words) {
    fields.set(Part.AFTERNOON, text.readWord(words, element), element.text());
    fields.hasTwelveHours = true;
  }

  private void setNumber(Part part, Element element, boolean isTight) {
    setNumber(part, element, element.pattern().length(), isTight);
  }

  private void setNumber(Part part, Element element, int digits, boolean isTight) {
    fields.set(part, text.readNumber(element, digits, isTight), element.text());
    if (!element.pattern().startsWith("TZ")) {
      skipOrdinal(element);
    }
  }

  /** Sets a fraction: fewer digits than those of the unit are its first ones. */
  private void setFraction(
      Part part, Element element, int digits, int unitDigits, boolean isTight) {
    int start = text.position();
    int value = text.readNumber(element, digits, isTight);
    fields.set(part, value, element.text());
    int scaled = value;
    for (int i = text.position() - start; i < unitDigits; i++) {
      scaled *= 10;
    }
    fields.replace(part, scaled);
    skipOrdinal(element);
  }

  private void skipOrdinal(Element element) {
    if (element.ordinal() != Ordinal.NONE) {
      text.skipOne();
      text.skipOne();
    }
  }
}
