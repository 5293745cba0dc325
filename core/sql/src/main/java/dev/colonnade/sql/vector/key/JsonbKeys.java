package dev.colonnade.sql.vector.key;

/**
 * Normal form of {@code jsonb} texts: two values are equal exactly if their normal forms are. The
 * canonical text that {@code jsonb} stores differs from it only in the fractions of numbers, whose
 * trailing zeros are insignificant.
 */
final class JsonbKeys {
  private JsonbKeys() {}

  /** Returns the normal form of a canonical text. */
  static String normalized(String canonical) {
    if (canonical.indexOf('.') < 0) {
      return canonical;
    }
    StringBuilder out = new StringBuilder(canonical.length());
    int at = 0;
    while (at < canonical.length()) {
      char letter = canonical.charAt(at);
      int end;
      if (letter == '"') {
        end = endOfString(canonical, at);
        out.append(canonical, at, end);
      } else if (letter == '-' || Character.isDigit(letter)) {
        end = endOfNumber(canonical, at);
        appendNumber(canonical, at, end, out);
      } else {
        end = at + 1;
        out.append(letter);
      }
      at = end;
    }
    return out.toString();
  }

  private static int endOfString(String text, int start) {
    int at = start + 1;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static int endOfNumber(String text, int start) {
    int at = start + 1;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
      at++;
    }
    return at;
  }

  private static void appendNumber(String text, int start, int end, StringBuilder out) {
    int point = text.indexOf('.', start);
    int last = end;
    if (point >= 0 && point < end) {
      while (text.charAt(last - 1) == '0') {
        last--;
      }
      last -= text.charAt(last - 1) == '.' ? 1 : 0;
    }
    out.append(text, start, last);
  }
}
