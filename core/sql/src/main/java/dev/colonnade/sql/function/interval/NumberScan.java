package dev.colonnade.sql.function.interval;

/** Reader of the numbers of a text, from its beginning to its end. */
final class NumberScan {
  private final String text;
  private int at;

  NumberScan(String text) {
    this.text = text;
  }

  /** Returns the character that is read next; 0 at the end. */
  char present() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  boolean consume(char wanted) {
    boolean isThere = present() == wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  /** Reads an integer with its sign; 0 if there are no digits. */
  long integer() {
    int start = at;
    if (present() == '+' || present() == '-') {
      at++;
    }
    int digits = at;
    while (IntervalTokens.isDigit(present())) {
      at++;
    }
    if (at == digits) {
      at = start;
      return 0;
    }
    try {
      return Long.parseLong(text, start, at, 10);
    } catch (NumberFormatException e) {
      throw new ArithmeticException("integer of more than 64 bits");
    }
  }

  /** Reads a fraction, which begins with its point, to the end; NaN if it is none. */
  double fraction() {
    String rest = text.substring(at);
    at = text.length();
    if (rest.equals(".")) {
      return 0;
    }
    for (int i = 1; i < rest.length(); i++) {
      if (!IntervalTokens.isDigit(rest.charAt(i))) {
        return Double.NaN;
      }
    }
    return Double.parseDouble(rest);
  }

  /** Reads a number with a sign, a fraction and an exponent; NaN if there is none. */
  double decimal() {
    int start = at;
    if (present() == '-') {
      at++;
    }
    int digits = skipDigits();
    if (consume('.')) {
      digits += skipDigits();
    }
    if (digits == 0) {
      at = start;
      return Double.NaN;
    }
    int beforeExponent = at;
    if (present() == 'e' || present() == 'E') {
      at++;
      if (present() == '+' || present() == '-') {
        at++;
      }
      if (skipDigits() == 0) {
        at = beforeExponent;
      }
    }
    return Double.parseDouble(text.substring(start, at));
  }

  private int skipDigits() {
    int start = at;
    while (IntervalTokens.isDigit(present())) {
      at++;
    }
    return at - start;
  }

  int position() {
    return at;
  }
}
