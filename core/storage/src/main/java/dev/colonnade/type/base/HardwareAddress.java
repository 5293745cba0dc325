package dev.colonnade.type.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a network card, of 6 bytes ({@code macaddr}) or 8.
 *
 * @param bits its bytes, the first one highest
 */
public record HardwareAddress(BaseType type, long bits) implements BaseValue {
  private static final int BYTES = 6;
  private static final int BYTES_LONG = 8;
  private static final int HALF_BITS = 24;
  private static final long LOW_HALF = 0xFFFFFF;
  private static final long MIDDLE = 0xFFFEL << HALF_BITS;
  private static final long MIDDLE_MASK = 0xFFFFL << HALF_BITS;
  private static final Pattern SIX =
      Pattern.compile(
          "\\s*(?:(\\p{XDigit}+)([:-])(\\p{XDigit}+)\\2(\\p{XDigit}+)\\2(\\p{XDigit}+)\\2"
              + "(\\p{XDigit}+)\\2(\\p{XDigit}+)"
              + "|(\\p{XDigit}{6}[:-]?\\p{XDigit}{6})"
              + "|(\\p{XDigit}{4}([.-])\\p{XDigit}{4}\\10\\p{XDigit}{4}))\\s*");
  private static final Pattern EIGHT =
      Pattern.compile(
          "\\s*\\p{XDigit}{2}(?:([:.-]?)\\p{XDigit}{2}){5}(?:(?:[:.-]?\\p{XDigit}{2}){2})?\\s*");
  private static final Pattern SEPARATORS = Pattern.compile("[:.\\s-]");

  static HardwareAddress parse(BaseType type, String text) {
    return type == BaseType.MACADDR ? six(text) : eight(text);
  }

  private static HardwareAddress six(String text) {
    Matcher matcher = SIX.matcher(text);
    if (!matcher.matches()) {
      throw BaseType.MACADDR.invalidText(text);
    }
    if (matcher.group(1) == null) {
      String digits = SEPARATORS.matcher(text).replaceAll("");
      return new HardwareAddress(BaseType.MACADDR, Long.parseUnsignedLong(digits, 16));
    }
    long bits = 0;
    for (int group : new int[] {1, 3, 4, 5, 6, 7}) {
      String octet = matcher.group(group);
      if (octet.length() > 2 && !octet.matches("0*.?.")) {
        throw new ColonnadeException(
            ErrorCode.VALUE_OUT_OF_RANGE,
            "invalid octet value in \"macaddr\" value: \"%s\"".formatted(text));
      }
      bits = bits << Byte.SIZE | Integer.parseInt(octet, 16);
    }
    return new HardwareAddress(BaseType.MACADDR, bits);
  }

  /** Separators, if any, are the same everywhere, or only in the middle of pairs of bytes. */
  private static HardwareAddress eight(String text) {
    String stripped = text.strip();
    long kinds = stripped.chars().filter(next -> ":.-".indexOf(next) >= 0).distinct().count();
    if (kinds > 1 || !EIGHT.matcher(text).matches()) {
      throw BaseType.MACADDR8.invalidText(text);
    }
    String digits = SEPARATORS.matcher(stripped).replaceAll("");
    long bits = Long.parseUnsignedLong(digits, 16);
    HardwareAddress value = new HardwareAddress(BaseType.MACADDR8, bits);
    return digits.length() == 2 * BYTES
        ? new HardwareAddress(BaseType.MACADDR, bits).toLong()
        : value;
  }

  static HardwareAddress decode(BaseType type, ByteBuffer in) {
    int length = in.remaining();
    boolean isShort = length == BYTES;
    if (!isShort && (type == BaseType.MACADDR || length != BYTES_LONG)) {
      throw type.invalidBinary();
    }
    long bits = 0;
    for (int i = 0; i < length; i++) {
      bits = bits << Byte.SIZE | Byte.toUnsignedLong(in.get());
    }
    HardwareAddress value = new HardwareAddress(isShort ? BaseType.MACADDR : type, bits);
    return type == BaseType.MACADDR8 && isShort ? value.toLong() : value;
  }

  /** Returns the address of 8 bytes, with {@code ff:fe} in the middle of a short one. */
  public HardwareAddress toLong() {
    return type == BaseType.MACADDR8
        ? this
        : new HardwareAddress(
            BaseType.MACADDR8,
            ((bits >>> HALF_BITS) << (Long.SIZE - HALF_BITS)) | MIDDLE | (bits & LOW_HALF));
  }

  /** Returns the address of 6 bytes; throws 22003 unless {@code ff:fe} is in the middle. */
  public HardwareAddress toShort() {
    if (type == BaseType.MACADDR) {
      return this;
    }
    if ((bits & MIDDLE_MASK) != MIDDLE) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "macaddr8 data out of range to convert to macaddr",
          ErrorFields.NONE.withHint(
              "Only addresses that have FF and FE as values in the 4th and 5th bytes from the"
                  + " left, for example xx:xx:xx:ff:fe:xx:xx:xx, are eligible to be converted from"
                  + " macaddr8 to macaddr."));
    }
    return new HardwareAddress(
        BaseType.MACADDR, ((bits >>> (Long.SIZE - HALF_BITS)) << HALF_BITS) | (bits & LOW_HALF));
  }

  /** Returns the number of bytes. */
  public int length() {
    return type == BaseType.MACADDR ? BYTES : BYTES_LONG;
  }

  @Override
  public byte[] toBytes() {
    byte[] bytes = new byte[length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (bits >>> ((bytes.length - 1 - i) * Byte.SIZE));
    }
    return bytes;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (byte part : toBytes()) {
      out.append(out.isEmpty() ? "" : ":");
      out.append(Character.forDigit(part >> 4 & 0xF, 16))
          .append(Character.forDigit(part & 0xF, 16));
    }
    return out.toString();
  }
}
