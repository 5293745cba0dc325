package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parsed template of dates and times of {@code to_char}, {@code to_date} and {@code to_timestamp}.
 *
 * @param elements fields and characters in order
 */
record DateTimeTemplate(List<Element> elements) {
  /** Number of templates that a statement retains. */
  private static final int TEMPLATES_MAX = 20;

  /** Kind of an element. */
  enum Kind {
    FIELD,
    SEPARATOR,
    BLANK,
    TEXT
  }

  /** Ending of an ordinal number behind a field: {@code TH} or {@code th}. */
  enum Ordinal {
    NONE,
    UPPER,
    LOWER
  }

  /**
   * Field or character of a template.
   *
   * @param text field as it is written, or one character
   * @param pattern pattern of the field, see {@link DateTimePatterns}; empty for a character
   * @param isFilled whether the modifier {@code FM} precedes the field
   * @param isTranslated whether the modifier {@code TM} precedes the field
   */
  record Element(
      Kind kind,
      String text,
      String pattern,
      boolean isFilled,
      boolean isTranslated,
      Ordinal ordinal) {
    static Element of(Kind kind, String text) {
      return new Element(kind, text, "", false, false, Ordinal.NONE);
    }

    /** Returns whether {@code to_char} omits leading zeros and trailing blanks of the field. */
    boolean isPlain() {
      return isFilled || (isTranslated && DateTimePatterns.isName(pattern));
    }
  }

  /** Templates that a statement used last, by their texts. */
  private static final class Retained {
    private final Map<String, DateTimeTemplate> templates = new LinkedHashMap<>(16, 0.75f, true);

    private Retained() {}
  }

  DateTimeTemplate {
    elements = List.copyOf(elements);
  }

  /** Returns a parsed template; the running statement retains it. */
  static DateTimeTemplate of(String format) {
    Map<String, DateTimeTemplate> known =
        Interruption.retained(Retained.class, Retained::new).templates;
    DateTimeTemplate template = known.get(format);
    if (template == null) {
      template = new DateTimeTemplate(new Parser(format).parse());
      if (known.size() == TEMPLATES_MAX) {
        known.remove(known.keySet().iterator().next());
      }
      known.put(format, template);
    }
    return template;
  }

  /** Parser of a template. */
  private static final class Parser {
    private final String format;
    private final List<Element> elements = new ArrayList<>();
    private int at;

    private Parser(String format) {
      this.format = format;
    }

    private List<Element> parse() {
      while (at < format.length()) {
        Interruption.check(elements.size());
        boolean isFilled = startsWithAny("FM", "fm");
        boolean isTranslated = !isFilled && startsWithAny("TM", "tm");
        at += isFilled || isTranslated ? 2 : 0;
        String pattern = DateTimePatterns.at(format, at);
        if (!pattern.isEmpty()) {
          addField(pattern, isFilled, isTranslated);
        } else if (format.startsWith("\"", at)) {
          addQuoted();
        } else if (at < format.length()) {
          addCharacter();
        }
      }
      return elements;
    }

    private boolean startsWithAny(String upper, String lower) {
      return format.startsWith(upper, at) || format.startsWith(lower, at);
    }

    private void addField(String pattern, boolean isFilled, boolean isTranslated) {
      String text = format.substring(at, at + pattern.length());
      at += pattern.length();
      Ordinal ordinal =
          format.startsWith("TH", at)
              ? Ordinal.UPPER
              : format.startsWith("th", at) ? Ordinal.LOWER : Ordinal.NONE;
      // SP: spelled numbers, which PostgreSQL accepts and ignores
      at += ordinal != Ordinal.NONE || format.startsWith("SP", at) ? 2 : 0;
      elements.add(new Element(Kind.FIELD, text, pattern, isFilled, isTranslated, ordinal));
    }

    /** Adds the characters of a quoted text, in which a backslash precedes any character. */
    private void addQuoted() {
      at++;
      while (at < format.length() && format.charAt(at) != '"') {
        Interruption.check(elements.size());
        at += format.charAt(at) == '\\' && at + 1 < format.length() ? 1 : 0;
        elements.add(Element.of(Kind.TEXT, character()));
      }
      at++;
    }

    private void addCharacter() {
      at += format.startsWith("\\\"", at) ? 1 : 0;
      String character = character();
      char first = character.charAt(0);
      Kind kind = isSeparator(first) ? Kind.SEPARATOR : isBlank(first) ? Kind.BLANK : Kind.TEXT;
      elements.add(Element.of(kind, character));
    }

    private String character() {
      int end = format.offsetByCodePoints(at, 1);
      String character = format.substring(at, end);
      at = end;
      return character;
    }
  }

  /** Returns whether a character is a separator: one of ASCII that is no letter, digit or blank. */
  static boolean isSeparator(char character) {
    return character > ' ' && character < 0x7F && !isLetter(character) && !isDigit(character);
  }

  private static boolean isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }

  /** Returns whether a character is a digit of ASCII. */
  static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /** Returns whether a character is white space of ASCII. */
  static boolean isBlank(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }
}
