package dev.colonnade.sql.function.library.text.regex;

/**
 * Escape of a regular expression that is a letter or a class of letters.
 *
 * @param text the escape in Java's syntax, outside and inside of brackets
 * @param letter code point; -1 for a class
 * @param end position behind the escape
 */
record RegexEscape(String text, int letter, int end) {
  private static final int OCTAL_DIGITS_MAX = 3;
  private static final int BYTE_MAX = 0xff;

  /** Returns the escape whose letter behind the backslash is at a position. */
  static RegexEscape at(String source, int position) {
    char letter = source.charAt(position);
    int next = position + 1;
    boolean isPlain = letter > 0x7f ? !Character.isLetterOrDigit(letter) : isSpecial(letter);
    if (isPlain) {
      return of(letter, next);
    }
    return switch (letter) {
      case 'd', 'D' -> new RegexEscape("\\" + letter, -1, next);
      case 's' -> new RegexEscape("[" + RegexOptions.SPACE + "]", -1, next);
      case 'S' -> new RegexEscape("[^" + RegexOptions.SPACE + "]", -1, next);
      case 'w' -> new RegexEscape("[" + RegexOptions.WORD + "]", -1, next);
      case 'W' -> new RegexEscape("[^" + RegexOptions.WORD + "]", -1, next);
      case 'a' -> of(0x07, next);
      case 'b' -> of(0x08, next);
      case 'B' -> of('\\', next);
      case 'e' -> of(0x1b, next);
      case 'f' -> of('\f', next);
      case 'n' -> of('\n', next);
      case 'r' -> of('\r', next);
      case 't' -> of('\t', next);
      case 'v' -> of(0x0b, next);
      case 'c' -> control(source, next);
      case 'u' -> digits(source, next, 4, 4, 16);
      case 'U' -> digits(source, next, 8, 8, 16);
      case 'x' -> digits(source, next, 1, 255, 16);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(source, position);
      default -> throw invalid();
    };
  }

  /** Returns the text between brackets. */
  String inBrackets() {
    boolean isClass = letter < 0 && text.startsWith("[") && !text.startsWith("[^");
    return isClass ? text.substring(1, text.length() - 1) : text;
  }

  /** Returns whether a letter below 128 is neither a letter of the alphabet nor a digit. */
  static boolean isSpecial(int letter) {
    return letter < 0x80 && !Character.isLetterOrDigit(letter);
  }

  /** Returns a letter in Java's syntax. */
  static String quoted(int letter) {
    return (isSpecial(letter) ? "\\" : "") + Character.toString(letter);
  }

  private static RuntimeException invalid() {
    return RegexOptions.error("invalid escape \\ sequence");
  }

  private static RegexEscape of(int letter, int end) {
    return new RegexEscape(quoted(letter), letter, end);
  }

  private static RegexEscape control(String source, int position) {
    if (position >= source.length()) {
      throw invalid();
    }
    return of(source.charAt(position) & 0x1f, position + 1);
  }

  private static RegexEscape octal(String source, int position) {
    RegexEscape found = digits(source, position, 1, OCTAL_DIGITS_MAX, 8);
    return found.letter() > BYTE_MAX ? of(found.letter() >> 3, found.end() - 1) : found;
  }

  private static RegexEscape digits(String source, int position, int least, int most, int radix) {
    int end = position;
    long value = 0;
    while (end < source.length()
        && end - position < most
        && Character.digit(source.charAt(end), radix) >= 0) {
      value =
          Math.min(value * radix + Character.digit(source.charAt(end), radix), Integer.MAX_VALUE);
      end++;
    }
    if (end - position < least || !Character.isValidCodePoint((int) value)) {
      throw invalid();
    }
    return of((int) value, end);
  }
}
