package dev.colonnade.sql.function.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Tokens of the text of an interval, which are those of dates and times in PostgreSQL. */
final class IntervalTokens {
  /** Words of dates that may stand before a number or a plus sign without a blank. */
  private static final Set<String> WORDS_OF_DATES =
      Set.of(
          "ad",
          "allballs",
          "am",
          "apr",
          "april",
          "at",
          "aug",
          "august",
          "bc",
          "d",
          "dec",
          "december",
          "dow",
          "doy",
          "dst",
          "epoch",
          "feb",
          "february",
          "fri",
          "friday",
          "h",
          "infinity",
          "isodow",
          "isoyear",
          "j",
          "jan",
          "january",
          "jd",
          "jul",
          "julian",
          "july",
          "jun",
          "june",
          "m",
          "mar",
          "march",
          "may",
          "mm",
          "mon",
          "monday",
          "nov",
          "november",
          "now",
          "oct",
          "october",
          "on",
          "pm",
          "s",
          "sat",
          "saturday",
          "sep",
          "sept",
          "september",
          "sun",
          "sunday",
          "t",
          "thu",
          "thur",
          "thurs",
          "thursday",
          "today",
          "tomorrow",
          "tue",
          "tues",
          "tuesday",
          "wed",
          "wednesday",
          "weds",
          "y",
          "yesterday");

  private static final int TOKENS_MAX = 25;

  /** Kind of a token. */
  enum Kind {
    NUMBER,
    /** Digits with colons. */
    TIME,
    /** Digits with a sign before them, and colons, points and hyphens among them. */
    SIGNED,
    DATE,
    WORD
  }

  /** Token in lower case. */
  record Token(Kind kind, String text) {}

  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private IntervalTokens(String source) {
    this.source = source;
  }

  /** Returns the tokens of a text; none if there is one that cannot be. */
  static List<Token> of(String text) {
    IntervalTokens tokens = new IntervalTokens(text);
    return tokens.readAll() ? tokens.tokens : List.of();
  }

  private boolean readAll() {
    while (at < source.length()) {
      char c = source.charAt(at);
      if (isBlank(c)) {
        at++;
      } else if (tokens.size() == TOKENS_MAX) {
        return false;
      } else if (isDigit(c)) {
        number();
      } else if (c == '.') {
        int start = at++;
        skipDigits();
        add(Kind.NUMBER, start);
      } else if (isLetter(c)) {
        word();
      } else if (c == '+' || c == '-') {
        if (!signed()) {
          return false;
        }
      } else if (c > ' ' && c < 0x7f) {
        at++; // other punctuation
      } else {
        return false;
      }
    }
    return true;
  }

  private void number() {
    int start = at;
    skipDigits();
    char delimiter = present();
    if (delimiter == ':') {
      while (isDigit(present()) || present() == ':' || present() == '.') {
        at++;
      }
      add(Kind.TIME, start);
    } else if (delimiter == '-' || delimiter == '/' || delimiter == '.') {
      at++;
      add(date(delimiter), start);
    } else {
      add(Kind.NUMBER, start);
    }
  }

  /** Skips what follows the delimiter after the first number of a date or of a fraction. */
  private Kind date(char delimiter) {
    if (!isDigit(present())) {
      while (isDigit(present()) || isLetter(present()) || present() == delimiter) {
        at++;
      }
      return delimiter == '.' && !isLetter(source.charAt(at - 1)) ? Kind.NUMBER : Kind.DATE;
    }
    skipDigits();
    if (present() != delimiter) {
      return delimiter == '.' ? Kind.NUMBER : Kind.DATE;
    }
    while (isDigit(present()) || present() == delimiter) {
      at++;
    }
    return Kind.DATE;
  }

  private void word() {
    int start = at;
    while (isLetter(present())) {
      at++;
    }
    char next = present();
    boolean isDate =
        next == '-'
            || next == '/'
            || next == '.'
            || ((next == '+' || isDigit(next))
                && !WORDS_OF_DATES.contains(lower(source.substring(start, at))));
    while (isDate && isOfDate(present())) {
      at++;
    }
    add(isDate ? Kind.DATE : Kind.WORD, start);
  }

  private static boolean isOfDate(char c) {
    return isDigit(c) || isLetter(c) || (c != 0 && "+-/_.:".indexOf(c) >= 0);
  }

  private boolean signed() {
    String sign = source.substring(at, at + 1);
    at++;
    while (isBlank(present())) {
      at++;
    }
    int start = at;
    if (isDigit(present())) {
      while (isDigit(present()) || (present() != 0 && ":.-".indexOf(present()) >= 0)) {
        at++;
      }
      tokens.add(new Token(Kind.SIGNED, sign + source.substring(start, at)));
      return true;
    }
    if (!isLetter(present())) {
      return false;
    }
    while (isLetter(present())) {
      at++;
    }
    tokens.add(new Token(Kind.WORD, sign + lower(source.substring(start, at))));
    return true;
  }

  private void skipDigits() {
    while (isDigit(present())) {
      at++;
    }
  }

  /** Returns the character that is read next; 0 at the end. */
  private char present() {
    return at < source.length() ? source.charAt(at) : 0;
  }

  private void add(Kind kind, int start) {
    tokens.add(new Token(kind, lower(source.substring(start, at))));
  }

  private static String lower(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      lower.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
    }
    return lower.toString();
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }
}
