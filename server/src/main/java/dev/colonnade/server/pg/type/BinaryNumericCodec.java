package dev.colonnade.server.pg.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.type.value.SpecialNumeric;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Codec of the binary format of NUMERIC: groups of four decimal digits.
 *
 * <pre>
 * | groups int16 | weight int16 | sign int16 | digits after the point int16 | group int16 | ...
 * </pre>
 *
 * <p>The weight is the power of 10,000 of the first group. Leading and trailing groups of zeros are
 * omitted.
 */
final class BinaryNumericCodec {
  private static final int GROUP = 10_000;
  private static final int GROUP_DIGITS = 4;
  private static final int POSITIVE = 0;
  private static final int NEGATIVE = 0x4000;
  private static final int NAN = 0xC000;
  private static final int INFINITY = 0xD000;
  private static final int MINUS_INFINITY = 0xF000;

  /** Scale that PostgreSQL sends with an infinite number. */
  private static final int INFINITY_SCALE = 0x20;

  private static final int SCALE_MAX = 16_383;
  private static final BigInteger BIG_GROUP = BigInteger.valueOf(GROUP);

  private BinaryNumericCodec() {}

  static void write(ByteBuf out, BigDecimal value) {
    if (SpecialNumeric.is(value)) {
      int scale = SpecialNumeric.isNaN(value) ? 0 : INFINITY_SCALE;
      out.writeShort(0).writeShort(0).writeShort(signOf(value)).writeShort(scale);
      return;
    }
    int scale = Math.max(0, value.scale());
    // The fraction is padded to whole groups.
    int fractionGroups = (scale + GROUP_DIGITS - 1) / GROUP_DIGITS;
    BigInteger digits = value.setScale(fractionGroups * GROUP_DIGITS).unscaledValue().abs();
    short[] groups = new short[digits.bitLength() / 13 + 1];
    int count = 0;
    BigInteger rest = digits;
    while (rest.signum() != 0) {
      if (rest.bitLength() < Long.SIZE) {
        count = writeGroups(groups, count, rest.longValue());
        break;
      }
      InterruptionPoint.check();
      BigInteger[] parts = rest.divideAndRemainder(BIG_GROUP);
      groups[count++] = parts[1].shortValue();
      rest = parts[0];
    }
    int zeros = 0;
    while (zeros < count && groups[zeros] == 0) {
      zeros++;
    }
    out.writeShort(count - zeros)
        .writeShort(count == 0 ? 0 : count - fractionGroups - 1)
        .writeShort(value.signum() < 0 ? NEGATIVE : POSITIVE)
        .writeShort(scale);
    for (int i = count - 1; i >= zeros; i--) {
      out.writeShort(groups[i]);
    }
  }

  private static int signOf(BigDecimal special) {
    return SpecialNumeric.isNaN(special) ? NAN : special.signum() < 0 ? MINUS_INFINITY : INFINITY;
  }

  private static int writeGroups(short[] groups, int from, long rest) {
    int count = from;
    for (long left = rest; left != 0; left /= GROUP) {
      groups[count++] = (short) (left % GROUP);
    }
    return count;
  }

  static BigDecimal read(ByteBuf in) {
    int count = BinaryInput.int16(in);
    int weight = BinaryInput.int16(in);
    int sign = BinaryInput.int16(in) & 0xFFFF;
    int scale = BinaryInput.int16(in);
    if (sign == NAN || sign == INFINITY || sign == MINUS_INFINITY) {
      return sign == NAN ? SpecialNumeric.NAN : SpecialNumeric.infinity(sign == MINUS_INFINITY);
    }
    if (sign != POSITIVE && sign != NEGATIVE) {
      throw new ColonnadeException(
          ErrorCode.INVALID_BINARY_REPRESENTATION, "invalid sign in external \"numeric\" value");
    }
    if (count < 0 || scale < 0 || scale > SCALE_MAX) {
      throw BinaryInput.invalid("numeric");
    }
    BigInteger digits = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      int group = BinaryInput.int16(in);
      if (group < 0 || group >= GROUP) {
        throw BinaryInput.invalid("numeric");
      }
      digits = digits.multiply(BIG_GROUP).add(BigInteger.valueOf(group));
    }
    BigDecimal value = new BigDecimal(digits, (count - 1 - weight) * GROUP_DIGITS);
    BigDecimal scaled = value.setScale(scale, java.math.RoundingMode.DOWN);
    return sign == NEGATIVE ? scaled.negate() : scaled;
  }
}
