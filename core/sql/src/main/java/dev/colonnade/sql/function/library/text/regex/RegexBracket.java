package dev.colonnade.sql.function.library.text.regex;

import java.util.Map;

/** Translator of a bracket expression of PostgreSQL to a character class of Java. */
final class RegexBracket {
  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("alpha", "\\p{IsAlphabetic}"),
          Map.entry("digit", "\\d"),
          Map.entry("alnum", "\\p{IsAlphabetic}\\p{Nd}"),
          Map.entry("space", RegexOptions.SPACE),
          Map.entry("upper", "\\p{Lu}"),
          Map.entry("lower", "\\p{Ll}"),
          Map.entry("punct", "\\p{Punct}\\p{P}\\p{S}"),
          Map.entry("xdigit", "0-9A-Fa-f"),
          Map.entry("blank", "\\ \\t"),
          Map.entry("cntrl", "\\p{Cntrl}"),
          Map.entry("graph", "\\p{Graph}\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}"),
          Map.entry("print", "\\p{Print}\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}"),
          Map.entry("ascii", "\\x00-\\x7f"),
          Map.entry("word", RegexOptions.WORD));

  private final String source;
  private final RegexOptions options;
  private final StringBuilder java = new StringBuilder("[");
  private int position;

  /**
   * Creates a translator.
   *
   * @param start position of the opening bracket
   */
  RegexBracket(String source, int start, RegexOptions options) {
    this.source = source;
    this.options = options;
    this.position = start + 1;
  }

  /** Returns the position behind the closing bracket. */
  int end() {
    return position;
  }

  private char letter() {
    if (position >= source.length()) {
      throw RegexOptions.error("brackets [] not balanced");
    }
    return source.charAt(position);
  }

  String translate() {
    if (letter() == '^') {
      position++;
      java.append('^').append(options.dotStopsAtNewline() ? "\\n" : "");
    }
    boolean isFirst = true;
    while (isFirst || letter() != ']') {
      if (!isFirst && isRange()) {
        throw RegexOptions.error("invalid character range"); // a range or class has no second end
      }
      element();
      isFirst = false;
    }
    position++;
    return java.append(']').toString();
  }

  private void element() {
    if (source.startsWith("[:", position)) {
      String name = named(":]");
      String known = CLASSES.get(name);
      if (known == null) {
        throw RegexOptions.error("invalid character class");
      }
      boolean isCased = name.equals("upper") || name.equals("lower");
      java.append(isCased && options.isAnyCase() ? CLASSES.get("alpha") : known);
      return;
    }
    int first = one();
    if (!isRange()) {
      return;
    }
    if (first < 0) {
      throw RegexOptions.error("invalid character range");
    }
    position++;
    java.append('-');
    int last = one();
    if (last < first) {
      throw RegexOptions.error("invalid character range");
    }
  }

  private boolean isRange() {
    return source.startsWith("-", position)
        && !source.startsWith("-]", position)
        && position + 1 < source.length();
  }

  /** Translates one letter or class; returns the letter, or -1. */
  private int one() {
    if (source.startsWith("[.", position) || source.startsWith("[=", position)) {
      String name = named(source.charAt(position + 1) + "]");
      if (name.codePointCount(0, name.length()) != 1) {
        throw RegexOptions.error("invalid collating element");
      }
      java.append(RegexEscape.quoted(name.codePointAt(0)));
      return name.codePointAt(0);
    }
    if (letter() == '\\' && options.isAdvanced()) {
      if (position + 1 >= source.length() || isReference(source.charAt(position + 1))) {
        throw RegexOptions.error("invalid escape \\ sequence");
      }
      RegexEscape escape = RegexEscape.at(source, position + 1);
      position = escape.end();
      java.append(escape.inBrackets());
      return escape.letter();
    }
    int letter = source.codePointAt(position);
    position += Character.charCount(letter);
    java.append(RegexEscape.quoted(letter));
    return letter;
  }

  private static boolean isReference(char letter) {
    return letter >= '1' && letter <= '9';
  }

  private String named(String end) {
    int start = position + 2;
    int close = source.indexOf(end, start);
    if (close < 0) {
      throw RegexOptions.error("brackets [] not balanced");
    }
    position = close + end.length();
    return source.substring(start, close);
  }
}
