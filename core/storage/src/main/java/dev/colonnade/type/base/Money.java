package dev.colonnade.type.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;

/**
 * Amount of money, written as PostgreSQL does with {@code lc_monetary = C}: {@code -$1,234.50}.
 *
 * @param cents hundredths of the currency's unit
 */
public record Money(long cents) implements BaseValue {
  private static final int CENTS = 100;
  private static final int FRACTION_DIGITS = 2;
  private static final int GROUP_DIGITS = 3;

  @Override
  public BaseType type() {
    return BaseType.MONEY;
  }

  @Override
  public byte[] toBytes() {
    return ByteBuffer.allocate(Long.BYTES).putLong(cents).array();
  }

  @Override
  public int compareTo(BaseValue other) {
    return Long.compare(cents, ((Money) other).cents);
  }

  @Override
  public String toString() {
    String digits = Long.toString(cents).substring(cents < 0 ? 1 : 0);
    String padded = "0".repeat(Math.max(0, FRACTION_DIGITS + 1 - digits.length())) + digits;
    StringBuilder out = new StringBuilder(padded);
    out.insert(padded.length() - FRACTION_DIGITS, '.');
    for (int at = padded.length() - FRACTION_DIGITS - GROUP_DIGITS; at > 0; at -= GROUP_DIGITS) {
      out.insert(at, ',');
    }
    return out.insert(0, cents < 0 ? "-$" : "$").toString();
  }

  /** Returns the amount of a text; a third digit after the point rounds. */
  static Money parse(String text) {
    return new Parser(text).parse();
  }

  /** Returns an amount of units; throws 22003 if it is out of range. */
  public static Money ofUnits(long units) {
    try {
      return new Money(Math.multiplyExact(units, CENTS));
    } catch (ArithmeticException e) {
      throw outOfRange();
    }
  }

  /** Returns the error of an amount that is out of range. */
  public static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "money out of range");
  }

  /** Parser of one text, from left to right. The amount is negative until its end. */
  private static final class Parser {
    private final String text;
    private int at;
    private boolean isNegative;

    Parser(String text) {
      this.text = text;
    }

    Money parse() {
      skipBlanks();
      skip('$');
      skipBlanks();
      isNegative = peek() == '-' || peek() == '(';
      if (isNegative || peek() == '+') {
        at++;
      }
      skipBlanks();
      skip('$');
      skipBlanks();
      try {
        long negative = digits();
        end();
        return new Money(isNegative ? negative : Math.negateExact(negative));
      } catch (ArithmeticException e) {
        throw new ColonnadeException(
            ErrorCode.VALUE_OUT_OF_RANGE,
            "value \"%s\" is out of range for type money".formatted(text),
            e);
      }
    }

    private long digits() {
      long negative = 0;
      int fraction = -1;
      for (; at < text.length(); at++) {
        char next = peek();
        if (isDigit(next) && fraction < FRACTION_DIGITS) {
          negative = Math.subtractExact(Math.multiplyExact(negative, 10L), next - '0');
          fraction += fraction >= 0 ? 1 : 0;
        } else if (next == '.' && fraction < 0) {
          fraction = 0;
        } else if (next != ',') {
          break;
        }
      }
      if (isDigit(peek()) && peek() >= '5') {
        negative = Math.subtractExact(negative, 1L);
      }
      for (int i = Math.max(0, fraction); i < FRACTION_DIGITS; i++) {
        negative = Math.multiplyExact(negative, 10L);
      }
      return negative;
    }

    private void end() {
      while (isDigit(peek())) {
        at++;
      }
      for (; at < text.length(); at++) {
        char next = peek();
        isNegative |= next == '-';
        boolean isSign = next == '-' || next == '+' || next == '$' || next == ')';
        if (!isSign && !Character.isWhitespace(next)) {
          throw BaseType.MONEY.invalidText(text);
        }
      }
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : 0;
    }

    private void skip(char expected) {
      at += peek() == expected ? 1 : 0;
    }

    private void skipBlanks() {
      while (Character.isWhitespace(peek())) {
        at++;
      }
    }

    private static boolean isDigit(char next) {
      return next >= '0' && next <= '9';
    }
  }
}
