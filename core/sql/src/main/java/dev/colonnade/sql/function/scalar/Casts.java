package dev.colonnade.sql.function.scalar;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.InterruptibleMath;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.encoding.Utf8;
import dev.colonnade.type.value.FloatText;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Casts between types; {@link DateTimeFunctions} has those of dates and times. Each method is named
 * by its source and its target type, by which the registry of casts finds it.
 */
public final class Casts {

  /** Significant digits of a double that a decimal has. */
  private static final int DOUBLE_DIGITS = 15;

  /** Digit count up to which every integer is less than the largest BIGINT. */
  private static final int PLAIN_DIGITS_MAX = 18;

  /** Length of texts from which zeros are skipped, and of which no more digits fit a BIGINT. */
  private static final int LONG_DIGITS_MAX = 40;

  private static final Pattern LEADING_ZEROS = Pattern.compile("^([+-]?)0*(?=\\d)");
  private static final Pattern FLOATING = Pattern.compile("[+-]?[0-9.]++(?:[eE][+-]?\\d++)?");

  /** Start of a number with a digit other than zero before its exponent. */
  private static final Pattern NONZERO = Pattern.compile("[-+]?[0.]*[1-9]");

  private static final Pattern DIGITS = Pattern.compile("[+-]?\\d++");

  private static final int UUID_DIGITS = 32;
  private static final int UUID_GROUP = 4;

  private Casts() {}

  public static short longToSmallint(long value) {
    if (value != (short) value) {
      throw CheckedArithmetic.outOfRange("smallint");
    }
    return (short) value;
  }

  public static int longToInteger(long value) {
    if (value != (int) value) {
      throw CheckedArithmetic.outOfRange("integer");
    }
    return (int) value;
  }

  public static short decimalToSmallint(BigDecimal value) {
    return (short) whole(value, Short.SIZE, "smallint");
  }

  public static int decimalToInteger(BigDecimal value) {
    return (int) whole(value, Integer.SIZE, "integer");
  }

  public static long decimalToLong(BigDecimal value) {
    return whole(value, Long.SIZE, "bigint");
  }

  private static long whole(BigDecimal value, int bits, String type) {
    if (SpecialNumeric.is(value)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot convert %s to %s"
              .formatted(SpecialNumeric.isNaN(value) ? "NaN" : "infinity", type));
    }
    BigInteger rounded = CheckedArithmetic.rounded(value);
    if (rounded.bitLength() >= bits) {
      throw CheckedArithmetic.outOfRange(type);
    }
    return rounded.longValueExact();
  }

  public static short doubleToSmallint(double value) {
    return (short) whole(value, Short.SIZE, "smallint");
  }

  public static int doubleToInteger(double value) {
    return (int) whole(value, Integer.SIZE, "integer");
  }

  public static long doubleToLong(double value) {
    return whole(value, Long.SIZE, "bigint");
  }

  /** Rounds half to even, as floating-point hardware does. */
  private static long whole(double value, int bits, String type) {
    double rounded = Math.rint(value);
    double limit = Math.scalb(1.0, bits - 1);
    if (Double.isNaN(rounded) || rounded >= limit || rounded < -limit) {
      throw CheckedArithmetic.outOfRange(type);
    }
    return (long) rounded;
  }

  public static long textToLong(String text) {
    if (isPlainLong(text)) {
      return Long.parseLong(text);
    }
    BigInteger value = parse(text, "bigint");
    if (value.bitLength() >= Long.SIZE) {
      throw outOfRange(text, "bigint");
    }
    return value.longValueExact();
  }

  public static int textToInteger(String text) {
    if (isPlainLong(text)) {
      long plain = Long.parseLong(text);
      if (plain != (int) plain) {
        throw outOfRange(text, "integer");
      }
      return (int) plain;
    }
    BigInteger value = parse(text, "integer");
    if (value.bitLength() >= Integer.SIZE) {
      throw outOfRange(text, "integer");
    }
    return value.intValueExact();
  }

  public static short textToSmallint(String text) {
    BigInteger value = parse(text, "smallint");
    if (value.bitLength() >= Short.SIZE) {
      throw outOfRange(text, "smallint");
    }
    return value.shortValueExact();
  }

  /** Returns whether a text consists only of digits that certainly fit a BIGINT. */
  private static boolean isPlainLong(String text) {
    int length = text.length();
    if (length == 0 || length > PLAIN_DIGITS_MAX) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return false;
      }
    }
    return true;
  }

  private static BigInteger parse(String text, String type) {
    String digits = text.strip();
    if (digits.length() > LONG_DIGITS_MAX) {
      digits = LEADING_ZEROS.matcher(new InterruptibleText(digits)).replaceFirst("$1");
      if (digits.length() > LONG_DIGITS_MAX
          && DIGITS.matcher(new InterruptibleText(digits)).matches()) {
        throw outOfRange(text, type);
      }
    }
    try {
      return new BigInteger(digits);
    } catch (NumberFormatException e) {
      throw invalid(text, type, e);
    }
  }

  private static ColonnadeException outOfRange(String text, String type) {
    return new ColonnadeException(
        ErrorCode.VALUE_OUT_OF_RANGE, "value \"" + text + "\" is out of range for type " + type);
  }

  private static ColonnadeException invalid(String text, String type, Exception cause) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type " + type + ": \"" + text + "\"",
        cause);
  }

  public static BigDecimal longToDecimal(long value) {
    return BigDecimal.valueOf(value);
  }

  /** Returns the number with fifteen significant digits, as PostgreSQL does. */
  public static BigDecimal doubleToDecimal(double value) {
    if (!Double.isFinite(value)) {
      return SpecialNumeric.of(value);
    }
    BigDecimal exact = new BigDecimal(value).round(new java.math.MathContext(DOUBLE_DIGITS));
    return plain(exact.stripTrailingZeros());
  }

  /** Returns the number with six significant digits, as PostgreSQL does. */
  public static BigDecimal realToDecimal(float value) {
    if (!Float.isFinite(value)) {
      return SpecialNumeric.of(value);
    }
    BigDecimal exact = new BigDecimal(value).round(new java.math.MathContext(6));
    return plain(exact.stripTrailingZeros());
  }

  private static BigDecimal plain(BigDecimal value) {
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  public static BigDecimal textToDecimal(String text) {
    try {
      return NumericLimits.parse(text);
    } catch (NumberFormatException e) {
      throw invalid(text, "numeric", e);
    }
  }

  public static double decimalToDouble(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? SpecialNumeric.toDouble(value)
        : finite(value.doubleValue(), value.signum() != 0);
  }

  public static float doubleToReal(double value) {
    float result = (float) value;
    if (Float.isInfinite(result) && !Double.isInfinite(value)) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: overflow");
    }
    if (result == 0 && value != 0) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: underflow");
    }
    return result;
  }

  public static double longToDouble(long value) {
    return value;
  }

  public static float textToReal(String text) {
    double value = textToFloating(text, "real");
    float result = (float) value;
    if ((Float.isInfinite(result) && !Double.isInfinite(value)) || (result == 0 && value != 0)) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, '"' + text + "\" is out of range for type real");
    }
    return result;
  }

  public static double textToDouble(String text) {
    return textToFloating(text, "double precision");
  }

  private static double textToFloating(String text, String type) {
    try {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "infinity", "inf", "+infinity", "+inf" -> Double.POSITIVE_INFINITY;
        case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan" -> Double.NaN;
        default -> textToFinite(text.strip());
      };
    } catch (ColonnadeException e) {
      throw new ColonnadeException(e.code(), '"' + text + "\" is out of range for type " + type, e);
    } catch (NumberFormatException e) {
      throw invalid(text, type, e);
    }
  }

  private static double textToFinite(String text) {
    if (text.length() > LONG_DIGITS_MAX
        && FLOATING.matcher(new InterruptibleText(text)).matches()) {
      // In linear time, as opposed to BigDecimal.
      return finite(
          Double.parseDouble(text), NONZERO.matcher(new InterruptibleText(text)).lookingAt());
    }
    return signed(decimalToDouble(new BigDecimal(text)), text);
  }

  /** Returns a value; VALUE_OUT_OF_RANGE for an overflow and for an underflow to zero. */
  private static double finite(double value, boolean isNonzero) {
    if (Double.isInfinite(value) || (value == 0 && isNonzero)) {
      throw CheckedArithmetic.outOfRange("double precision");
    }
    return value;
  }

  /** Returns the value with the sign of the text, so that a negative zero is preserved. */
  private static double signed(double value, String text) {
    return value == 0 && text.startsWith("-") ? -0.0 : value;
  }

  public static boolean textToBoolean(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (!word.isEmpty()) {
      if (word.equals("1")
          || word.equals("on")
          || "true".startsWith(word)
          || "yes".startsWith(word)) {
        return true;
      }
      if (word.equals("0")
          || word.equals("of")
          || word.equals("off")
          || "false".startsWith(word)
          || "no".startsWith(word)) {
        return false;
      }
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type boolean: \"" + text + "\"");
  }

  public static boolean longToBoolean(long value) {
    return value != 0;
  }

  public static int booleanToInteger(boolean value) {
    return value ? 1 : 0;
  }

  public static String booleanToText(boolean value) {
    return value ? "true" : "false";
  }

  public static String longToText(long value) {
    return Long.toString(value);
  }

  public static String decimalToText(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? SpecialNumeric.toText(value)
        : InterruptibleMath.toPlainString(value);
  }

  public static String realToText(float value) {
    return FloatText.of(value);
  }

  public static String doubleToText(double value) {
    return FloatText.of(value);
  }

  public static String uuidToText(UUID value) {
    return value.toString();
  }

  /** Reads 32 hexadecimal digits, with optional braces and hyphens after groups of four. */
  public static UUID textToUuid(String text) {
    boolean hasBraces = text.startsWith("{");
    int at = hasBraces ? 1 : 0;
    long[] halves = new long[2];
    for (int digit = 0; digit < UUID_DIGITS; digit++) {
      boolean startsGroup = digit > 0 && digit % UUID_GROUP == 0;
      if (startsGroup && at < text.length() && text.charAt(at) == '-') {
        at++;
      }
      int value = at < text.length() ? hexDigit(text.charAt(at)) : -1;
      if (value < 0) {
        throw invalidUuid(text);
      }
      int half = digit / (UUID_DIGITS / 2);
      halves[half] = halves[half] << 4 | value;
      at++;
    }
    if (!text.substring(at).equals(hasBraces ? "}" : "")) {
      throw invalidUuid(text);
    }
    return new UUID(halves[0], halves[1]);
  }

  private static int hexDigit(char digit) {
    return digit < 0x80 ? Character.digit(digit, 16) : -1;
  }

  private static ColonnadeException invalidUuid(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type uuid: \"" + text + "\"");
  }

  /** Maximum length of PostgreSQL's type {@code name}, in bytes. */
  private static final int NAME_BYTES_MAX = 63;

  /** Truncates a text to the length of a name, before the character that exceeds it. */
  public static String textToName(String text) {
    byte[] utf8 = text.substring(0, Math.min(text.length(), NAME_BYTES_MAX + 1)).getBytes(UTF_8);
    if (utf8.length <= NAME_BYTES_MAX) {
      return text;
    }
    int end = NAME_BYTES_MAX;
    while ((utf8[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(utf8, 0, end, UTF_8);
  }

  /**
   * Returns the first byte of the UTF-8 form: an ASCII character, or a backslash with three octal
   * digits, which is also an accepted form of the text.
   */
  public static String textToByteChar(String text) {
    if (text.isEmpty()) {
      return text;
    }
    byte[] bytes = text.substring(0, Math.min(text.length(), 5)).getBytes(UTF_8);
    boolean isOctal = bytes.length == 4 && bytes[0] == '\\' && isOctal(bytes, 1);
    int unit = isOctal ? Integer.parseInt(text.substring(1), 8) : bytes[0] & 0xFF;
    return byteCharOf(unit);
  }

  private static String byteCharOf(int unit) {
    if (unit == 0) {
      return "";
    }
    return unit < 0x80 ? Character.toString(unit) : "\\" + Integer.toString(unit, 8);
  }

  /** Returns the byte of a number as "char"; VALUE_OUT_OF_RANGE beyond 8 bits with a sign. */
  public static String intToByteChar(int value) {
    if (value < Byte.MIN_VALUE || value > Byte.MAX_VALUE) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "\"char\" out of range");
    }
    return byteCharOf(value & 0xFF);
  }

  /** Returns the byte of a "char" as a number with a sign. */
  public static int byteCharToInt(String value) {
    if (value.isEmpty()) {
      return 0;
    }
    return value.length() == 1 ? value.charAt(0) : (byte) Integer.parseInt(value.substring(1), 8);
  }

  public static String byteaToText(Bytes value) {
    return HexDigits.text(value);
  }

  public static Bytes textToBytea(String text) {
    return text.startsWith("\\x") ? HexDigits.read(text.substring(2)) : textToEscapedBytea(text);
  }

  /**
   * Parses bytea in escape format: a backslash is followed by another backslash, or by three octal
   * digits.
   */
  public static Bytes textToEscapedBytea(String text) {
    byte[] given = Utf8.bytesOf(text);
    byte[] bytes = new byte[given.length];
    int size = 0;
    for (int at = 0; at < given.length; at++) {
      Interruption.check(at);
      byte unit = given[at];
      if (unit == '\\') {
        if (at + 1 < given.length && given[at + 1] == '\\') {
          at++;
        } else if (isOctal(given, at + 1)) {
          unit = (byte) Integer.parseInt(new String(given, at + 1, 3, UTF_8), 8);
          at += 3;
        } else {
          throw new ColonnadeException(
              ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type bytea");
        }
      }
      bytes[size++] = unit;
    }
    return Bytes.of(Arrays.copyOf(bytes, size));
  }

  private static boolean isOctal(byte[] text, int at) {
    if (at + 3 > text.length || text[at] > '3') {
      return false;
    }
    for (int i = at; i < at + 3; i++) {
      if (text[i] < '0' || text[i] > '7') {
        return false;
      }
    }
    return true;
  }
}
