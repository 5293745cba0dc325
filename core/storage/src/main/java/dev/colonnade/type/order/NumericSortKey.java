package dev.colonnade.type.order;

import static dev.colonnade.key.SortDirection.ASCENDING;
import static dev.colonnade.key.SortDirection.DESCENDING;

import dev.colonnade.key.KeyReader;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Sort key of a decimal: its class (1); of a number other than zero then the exponent (4) and the
 * significant digits, two in a byte plus one, terminated by 0. Those of a negative number are
 * inverted. The number is 0.DIGITS times ten to the exponent.
 */
final class NumericSortKey {
  private static final int MINUS_INFINITY = 1;
  private static final int NEGATIVE = 2;
  private static final int ZERO = 3;
  private static final int POSITIVE = 4;
  private static final int INFINITY = 5;
  private static final int NAN = 6;

  private static final int DIGIT_PAIRS = 100;
  private static final int BYTE_MASK = 0xFF;

  private NumericSortKey() {}

  static void put(KeyWriter out, BigDecimal value) {
    if (SpecialNumeric.is(value)) {
      int special = value.signum() < 0 ? MINUS_INFINITY : INFINITY;
      out.putByte(SpecialNumeric.isNaN(value) ? NAN : special);
      return;
    }
    int sign = value.signum();
    out.putByte(sign < 0 ? NEGATIVE : sign == 0 ? ZERO : POSITIVE);
    if (sign == 0) {
      return;
    }
    SortDirection direction = sign < 0 ? DESCENDING : ASCENDING;
    BigDecimal stripped = value.stripTrailingZeros();
    out.putInt(stripped.precision() - stripped.scale(), direction);
    String digits = stripped.unscaledValue().abs().toString();
    int mask = direction.mask() & BYTE_MASK;
    for (int i = 0; i < digits.length(); i += 2) {
      int tens = digits.charAt(i) - '0';
      int ones = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      out.putByte((10 * tens + ones + 1) ^ mask);
    }
    out.putByte(mask);
  }

  static BigDecimal read(KeyReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case MINUS_INFINITY -> SpecialNumeric.MINUS_INFINITY;
      case ZERO -> BigDecimal.ZERO;
      case INFINITY -> SpecialNumeric.INFINITY;
      case NAN -> SpecialNumeric.NAN;
      default -> readFinite(in, kind == NEGATIVE ? DESCENDING : ASCENDING);
    };
  }

  private static BigDecimal readFinite(KeyReader in, SortDirection direction) {
    int exponent = in.readInt(direction);
    int mask = direction.mask() & BYTE_MASK;
    StringBuilder digits = new StringBuilder();
    for (int next = in.readByte() ^ mask; next != 0; next = in.readByte() ^ mask) {
      int pair = Math.min(next, DIGIT_PAIRS) - 1;
      digits.append((char) ('0' + pair / 10)).append((char) ('0' + pair % 10));
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    BigDecimal value =
        new BigDecimal(
            direction == DESCENDING ? unscaled.negate() : unscaled, digits.length() - exponent);
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
