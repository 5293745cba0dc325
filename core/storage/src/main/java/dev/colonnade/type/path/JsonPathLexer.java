package dev.colonnade.type.path;

import static java.math.RoundingMode.HALF_UP;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lexer of paths: the tokens of a text one after the other. */
final class JsonPathLexer {
  /** Kinds of tokens. */
  enum Kind {
    /** Name without quotes. */
    WORD,
    TEXT,
    VARIABLE,
    NUMBER,
    SIGN,
    END
  }

  /** Token with its text: the value of a text, the sign itself. */
  record Token(Kind kind, String text) {
    boolean isSign(String sign) {
      return kind == Kind.SIGN && text.equals(sign);
    }

    /** Returns whether the token is a keyword; keywords are names in any case. */
    boolean isWord(String word) {
      return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }
  }

  /** Most digits of NUMERIC before the point, and after it. */
  private static final int DIGITS_MAX = 131_072;

  private static final int SCALE_MAX = 16_383;

  private static final Pattern BLANKS =
      Pattern.compile("(?:[ \\t\\n\\r\\f]|/\\*.*?\\*/)*+", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("(?:(?:0|[1-9]\\d*)(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");
  private static final Pattern SIGN =
      Pattern.compile("&&|\\|\\||\\*\\*|==|!=|<>|<=|>=|[?%$.\\[\\]{}()!<>@,*:\\-+/=]");
  private static final String SPECIAL = "?%$.[]{}()|&!=<>@#,*:-+/\\\" \t\n\r\f";

  private final String text;
  private int at;
  private int start;

  JsonPathLexer(String text) {
    this.text = text;
  }

  Token next() {
    skip(BLANKS);
    start = at;
    if (at == text.length()) {
      return new Token(Kind.END, "");
    }
    char c = text.charAt(at);
    if (c == '"') {
      return new Token(Kind.TEXT, quoted());
    }
    if (c == '$') {
      at++;
      if (at < text.length() && text.charAt(at) == '"') {
        return new Token(Kind.VARIABLE, quoted());
      }
      String name = word();
      return name.isEmpty() ? new Token(Kind.SIGN, "$") : new Token(Kind.VARIABLE, name);
    }
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (number.lookingAt()) {
      return number(number);
    }
    Matcher sign = SIGN.matcher(text).region(at, text.length());
    if (sign.lookingAt()) {
      at = sign.end();
      return new Token(Kind.SIGN, sign.group().equals("<>") ? "!=" : sign.group());
    }
    String word = word();
    if (word.isEmpty()) {
      at++;
      throw syntaxError();
    }
    return new Token(Kind.WORD, word);
  }

  private Token number(Matcher number) {
    at = number.end();
    boolean isFollowed = at < text.length() && isWordPart(text.charAt(at));
    boolean isEscaped = number.group().matches("\\d+") && text.startsWith("\\", at);
    if (isFollowed || isEscaped) {
      at++;
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "trailing junk after numeric literal at or near \"%s\" of jsonpath input"
              .formatted(text.substring(start, at)));
    }
    return new Token(Kind.NUMBER, number.group());
  }

  /** Returns the value of a number; throws VALUE_OUT_OF_RANGE if it exceeds NUMERIC. */
  static BigDecimal decimal(Token number) {
    try {
      BigDecimal value = new BigDecimal(number.text());
      long digits = (long) value.precision() - value.scale();
      if (digits < -SCALE_MAX) {
        return BigDecimal.ZERO; // before a power of ten as large is computed
      }
      if (digits <= DIGITS_MAX) {
        return value.scale() > SCALE_MAX ? value.setScale(SCALE_MAX, HALF_UP) : value;
      }
    } catch (NumberFormatException e) {
      // The exponent is beyond an int.
    }
    throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value overflows numeric format");
  }

  private static boolean isWordPart(char c) {
    return SPECIAL.indexOf(c) < 0;
  }

  private void skip(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (matcher.lookingAt()) {
      at = matcher.end();
    }
    if (text.startsWith("/*", at)) {
      start = at;
      at = text.length();
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "unexpected end of comment at end of jsonpath input");
    }
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\') {
        word.appendCodePoint(escape());
      } else if (!isWordPart(c) || text.startsWith("/*", at)) {
        break;
      } else {
        word.append(c);
        at++;
      }
    }
    return word.toString();
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c == '\\') {
        value.appendCodePoint(escape());
      } else {
        value.append(c);
        at++;
      }
    }
    throw new ColonnadeException(
        ErrorCode.SYNTAX_ERROR, "unexpected end of quoted string at end of jsonpath input");
  }

  /** Reads an escape; a pair of surrogates is one character after two escapes. */
  private int escape() {
    at++;
    if (at == text.length()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "unexpected end after backslash at end of jsonpath input");
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0B;
      case 'x' -> hex(2, "invalid hexadecimal character sequence");
      case 'u' -> unicode();
      default -> {
        at--;
        int character = text.codePointAt(at);
        at += Character.charCount(character);
        yield character;
      }
    };
  }

  private int unicode() {
    if (text.startsWith("{", at)) {
      int end = text.indexOf('}', at);
      int length = end - at - 1;
      if (length < 1 || length > 6) {
        throw invalidEscape("invalid Unicode escape sequence");
      }
      at++;
      int character = hex(length, "invalid Unicode escape sequence");
      at++;
      return requireCharacter(character);
    }
    int unit = hex(4, "invalid Unicode escape sequence");
    if (Character.isHighSurrogate((char) unit) && text.startsWith("\\u", at)) {
      at += 2;
      int low = hex(4, "invalid Unicode escape sequence");
      if (!Character.isLowSurrogate((char) low)) {
        throw invalidEscape("Unicode low surrogate must follow a high surrogate");
      }
      return Character.toCodePoint((char) unit, (char) low);
    }
    return requireCharacter(unit);
  }

  private static int requireCharacter(int character) {
    if (character == 0 || character > Character.MAX_CODE_POINT) {
      throw new ColonnadeException(
          character == 0 ? ErrorCode.INVALID_TEXT : ErrorCode.SYNTAX_ERROR,
          "unsupported Unicode escape sequence");
    }
    if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
      throw invalidEscape("Unicode low surrogate must follow a high surrogate");
    }
    return character;
  }

  private static ColonnadeException invalidEscape(String message) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        message.startsWith("Unicode") ? "invalid input syntax for type jsonpath" : message);
  }

  private int hex(int digits, String message) {
    if (at + digits > text.length()) {
      throw syntaxError(message);
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(text.charAt(at + i), 16);
      if (digit < 0) {
        throw syntaxError(message);
      }
      value = value * 16 + digit;
    }
    at += digits;
    return value;
  }

  private ColonnadeException syntaxError(String message) {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "%s at or near \"%s\" of jsonpath input"
            .formatted(message, text.substring(start, Math.min(at + 1, text.length()))));
  }

  /** Returns the error of the token that was read last. */
  ColonnadeException syntaxError() {
    return new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        start == text.length()
            ? "syntax error at end of jsonpath input"
            : "syntax error at or near \"%s\" of jsonpath input"
                .formatted(text.substring(start, at)));
  }
}
