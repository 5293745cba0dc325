package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Text functions. Their results are limited, and functions of long texts can be canceled. */
public final class TextFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "lower(text) text",
          "upper(text) text",
          "initcap(text) text",
          "length(text) int4 = characterCount",
          "char_length(text) int4 = characterCount",
          "character_length(text) int4 = characterCount",
          "length(bytea) int4 = byteCount",
          "octet_length(bytea) int4 = byteCount",
          "octet_length(text) int4 = octetCount",
          "bit_length(text) int4",
          "substring(text, int4) text = substringFrom",
          "substring(text, int4, int4) text",
          "substr(text, int4) text = substringFrom",
          "substr(text, int4, int4) text = substring",
          "substring(bytea, int4) bytea = bytesFrom",
          "substring(bytea, int4, int4) bytea = bytesBetween",
          "left(text, int4) text",
          "right(text, int4) text",
          "lpad(text, int4) text = lpadBlank",
          "lpad(text, int4, text) text",
          "rpad(text, int4) text = rpadBlank",
          "rpad(text, int4, text) text",
          "btrim(text) text = trimBlank",
          "btrim(text, text) text",
          "ltrim(text) text = ltrimBlank",
          "ltrim(text, text) text",
          "rtrim(text) text = rtrimBlank",
          "rtrim(text, text) text",
          "position(text, text) int4",
          "strpos(text, text) int4",
          "replace(text, text, text) text",
          "translate(text, text, text) text",
          "overlay(text, text, int4) text = overlayFrom",
          "overlay(text, text, int4, int4) text",
          "reverse(text) text",
          "repeat(text, int4) text",
          "split_part(text, text, int4) text",
          "starts_with(text, text) bool",
          "ascii(text) int4",
          "chr(int4) text",
          "concat(variadic anytext) text!",
          "concat_ws(variadic anytext) text!",
          "format(variadic anytext) text!",
          "quote_ident(text) text",
          "quote_literal(anytext) text",
          "quote_nullable(anytext) text!",
          "to_hex(int4) text = intToHex",
          "to_hex(int8) text",
          "string_to_array(text, text) text[]!",
          "string_to_array(text, text, text) text[]! = stringToArrayWithNulls",
          "unistr(text) text",
          "parse_ident(text) text[]",
          "to_ascii(text) text = same");

  private static final Pattern NUMBERED_LETTER =
      Pattern.compile(
          "\\\\(?:\\\\|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\\+([0-9a-fA-F]{6})"
              + "|([0-9a-fA-F]{4})|)");

  private static final int CODE_POINT_MAX = 0x10FFFF;

  /** Number of characters whose case is converted between two checks of the cancellation. */
  private static final int PIECE = 1 << 13;

  /** Maximum number of source characters that translate compares one by one. */
  private static final int COMPARED_MAX = 16;

  private TextFunctions() {}

  public static String lower(String value) {
    return converted(value, Texts::lower);
  }

  public static String upper(String value) {
    return converted(value, Texts::upper);
  }

  /** Converts a long text in pieces. */
  private static String converted(String value, UnaryOperator<String> conversion) {
    if (value.length() <= PIECE) {
      return conversion.apply(value);
    }
    BoundedText out = new BoundedText(value.length());
    for (int from = 0; from < value.length(); ) {
      Interruption.check();
      int to = endOfPiece(value, from);
      out.append(conversion.apply(value.substring(from, to)));
      from = to;
    }
    return out.toString();
  }

  private static int endOfPiece(String value, int from) {
    int end = from + PIECE;
    if (end >= value.length()) {
      return value.length();
    }
    return Character.isHighSurrogate(value.charAt(end - 1)) ? end + 1 : end;
  }

  public static String same(String value) {
    return value;
  }

  /** Replaces Unicode escapes. */
  public static String unistr(String value) {
    StringBuilder out = new StringBuilder(value.length());
    int high = 0;
    Matcher escapes = NUMBERED_LETTER.matcher(new InterruptibleText(value));
    int end = 0;
    while (escapes.find()) {
      int code = codeOf(escapes);
      boolean isLow = code >= Character.MIN_LOW_SURROGATE && code <= Character.MAX_LOW_SURROGATE;
      if (high != 0 && (!isLow || escapes.start() > end)) {
        throw surrogateError();
      }
      out.append(value, end, escapes.start());
      end = escapes.end();
      if (isLow) {
        if (high == 0) {
          throw surrogateError();
        }
        out.append((char) high).append((char) code);
        high = 0;
      } else if (code >= Character.MIN_HIGH_SURROGATE && code <= Character.MAX_HIGH_SURROGATE) {
        high = code;
      } else {
        out.appendCodePoint(code);
      }
    }
    if (high != 0) {
      throw surrogateError();
    }
    return out.append(value, end, value.length()).toString();
  }

  private static int codeOf(MatchResult found) {
    if (found.group().equals("\\\\")) {
      return '\\';
    }
    for (int i = 1; i <= found.groupCount(); i++) {
      String digits = found.group(i);
      if (digits != null) {
        long code = Long.parseLong(digits, 16);
        if (code == 0 || code > Character.MAX_CODE_POINT) {
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "invalid Unicode code point: %04X".formatted(code));
        }
        return (int) code;
      }
    }
    throw new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "invalid Unicode escape",
        ErrorFields.NONE.withHint(
            "Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX."));
  }

  private static ColonnadeException surrogateError() {
    return new ColonnadeException(ErrorCode.SYNTAX_ERROR, "invalid Unicode surrogate pair");
  }

  /** Splits a qualified identifier into its parts. */
  public static List<?> parseIdent(String value) {
    return IdentifierParser.parseIdent(value, true);
  }

  /**
   * Converts the first letter of each word of letters and digits to upper case, and the rest to
   * lower case.
   */
  public static String initcap(String value) {
    BoundedText out = new BoundedText(value.length());
    boolean isInside = false;
    for (int at = 0; at < value.length(); at = value.offsetByCodePoints(at, 1)) {
      int letter = value.codePointAt(at);
      out.appendCodePoint(isInside ? Character.toLowerCase(letter) : Character.toUpperCase(letter));
      isInside = Character.isAlphabetic(letter) || Character.isLetterOrDigit(letter);
    }
    return out.toString();
  }

  public static int characterCount(String value) {
    return Texts.length(value);
  }

  public static int byteCount(Bytes value) {
    return value.length();
  }

  public static int octetCount(String value) {
    long bytes = 0;
    for (int at = 0; at < value.length(); at++) {
      Interruption.check(at);
      char letter = value.charAt(at);
      // A pair of surrogates has four bytes.
      bytes += letter < 0x80 ? 1 : letter < 0x800 || Character.isSurrogate(letter) ? 2 : 3;
    }
    return Math.toIntExact(bytes);
  }

  public static int bitLength(String value) {
    return Math.multiplyExact(octetCount(value), Byte.SIZE);
  }

  public static String substringFrom(String value, int from) {
    return Texts.substringFrom(value, from);
  }

  public static String substring(String value, int from, int count) {
    return Texts.substring(value, from, count);
  }

  public static Bytes bytesFrom(Bytes value, int from) {
    int start = Math.max(1, from) - 1;
    return start >= value.length() ? Bytes.EMPTY : value.slice(start, value.length());
  }

  public static Bytes bytesBetween(Bytes value, int from, int count) {
    if (count < 0) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    long end = Math.min((long) from + count - 1, value.length());
    int start = Math.max(1, from) - 1;
    return end <= start ? Bytes.EMPTY : value.slice(start, (int) end);
  }

  public static String left(String value, int count) {
    return Texts.left(value, count);
  }

  public static String right(String value, int count) {
    return Texts.right(value, count);
  }

  public static String lpadBlank(String value, int length) {
    return lpad(value, length, " ");
  }

  public static String lpad(String value, int length, String fill) {
    return padding(value, length, fill) + Texts.left(value, Math.max(0, length));
  }

  public static String rpadBlank(String value, int length) {
    return rpad(value, length, " ");
  }

  public static String rpad(String value, int length, String fill) {
    return Texts.left(value, Math.max(0, length)) + padding(value, length, fill);
  }

  private static String padding(String value, int length, String fill) {
    int missing = Math.max(0, length) - Texts.length(value);
    if (missing <= 0 || fill.isEmpty()) {
      return "";
    }
    BoundedText.requireLength(length);
    int fillLength = Texts.length(fill);
    return new BoundedText()
        .append(fill, missing / fillLength)
        .append(Texts.left(fill, missing % fillLength))
        .toString();
  }

  public static String trimBlank(String value) {
    return btrim(value, " ");
  }

  public static String btrim(String value, String letters) {
    return ltrim(rtrim(value, letters), letters);
  }

  public static String ltrimBlank(String value) {
    return ltrim(value, " ");
  }

  public static String ltrim(String value, String letters) {
    int start = 0;
    while (start < value.length() && letters.indexOf(value.codePointAt(start)) >= 0) {
      Interruption.check(start);
      start += Character.charCount(value.codePointAt(start));
    }
    return value.substring(start);
  }

  public static String rtrimBlank(String value) {
    return rtrim(value, " ");
  }

  public static String rtrim(String value, String letters) {
    int end = value.length();
    while (end > 0 && letters.indexOf(value.codePointBefore(end)) >= 0) {
      Interruption.check(end);
      end -= Character.charCount(value.codePointBefore(end));
    }
    return value.substring(0, end);
  }

  /**
   * Returns the position of a part, from 1; 0 if it does not occur: {@code position(part IN
   * value)}.
   */
  public static int position(String value, String part) {
    return Texts.position(part, value);
  }

  public static int strpos(String value, String part) {
    return Texts.position(part, value);
  }

  public static String replace(String value, String from, String to) {
    return Texts.replace(value, from, to);
  }

  public static String translate(String value, String from, String to) {
    int[] sources = from.codePoints().toArray();
    int[] targets = to.codePoints().toArray();
    IntUnaryOperator indexes =
        sources.length <= COMPARED_MAX ? letter -> indexIn(sources, letter) : indexesOf(sources);
    BoundedText out = new BoundedText(value.length());
    for (int at = 0; at < value.length(); at = value.offsetByCodePoints(at, 1)) {
      int letter = value.codePointAt(at);
      int index = indexes.applyAsInt(letter);
      if (index < 0) {
        out.appendCodePoint(letter);
      } else if (index < targets.length) {
        out.appendCodePoint(targets[index]);
      } else {
        Interruption.check(at);
      }
    }
    return out.toString();
  }

  private static int indexIn(int[] letters, int letter) {
    for (int i = 0; i < letters.length; i++) {
      if (letters[i] == letter) {
        return i;
      }
    }
    return -1;
  }

  private static IntUnaryOperator indexesOf(int[] letters) {
    Map<Integer, Integer> indexes = new HashMap<>();
    for (int i = 0; i < letters.length; i++) {
      Interruption.check(i);
      indexes.putIfAbsent(letters[i], i);
    }
    return letter -> indexes.getOrDefault(letter, -1);
  }

  public static String overlayFrom(String value, String placed, int from) {
    return overlay(value, placed, from, Texts.length(placed));
  }

  public static String overlay(String value, String placed, int from, int count) {
    if (from < 1) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    int end = endOf(from, count);
    return new BoundedText()
        .append(Texts.substring(value, 1, from - 1))
        .append(placed)
        .append(Texts.substringFrom(value, end))
        .toString();
  }

  /** Returns the first position after those that are replaced. */
  static int endOf(int from, int count) {
    long end = (long) from + count;
    if (end != (int) end) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "integer out of range");
    }
    return (int) end;
  }

  public static String reverse(String value) {
    return Texts.reverse(value);
  }

  public static String repeat(String value, int count) {
    return new BoundedText().append(value, Math.max(0, count)).toString();
  }

  public static String splitPart(String value, String delimiter, int field) {
    if (field == 0) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "field position must not be zero");
    }
    if (delimiter.isEmpty()) {
      return Math.abs(field) == 1 ? value : "";
    }
    int index = field > 0 ? field : partCount(value, delimiter) + 1 + field;
    int start = 0;
    int at = Texts.indexOf(value, delimiter, 0);
    for (int part = 1; part < index && at >= 0; part++) {
      Interruption.check(part);
      start = at + delimiter.length();
      at = Texts.indexOf(value, delimiter, start);
      if (part + 1 == index) {
        return value.substring(start, at < 0 ? value.length() : at);
      }
    }
    return index == 1 ? value.substring(0, at < 0 ? value.length() : at) : "";
  }

  private static int partCount(String value, String delimiter) {
    int count = 1;
    for (int at = Texts.indexOf(value, delimiter, 0); at >= 0; count++) {
      Interruption.check(count);
      at = Texts.indexOf(value, delimiter, at + delimiter.length());
    }
    return count;
  }

  private static List<String> split(String value, String delimiter) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    int at = Texts.indexOf(value, delimiter, 0);
    while (at >= 0) {
      Interruption.check(parts.size());
      parts.add(value.substring(start, at));
      start = at + delimiter.length();
      at = Texts.indexOf(value, delimiter, start);
    }
    parts.add(value.substring(start));
    return parts;
  }

  public static boolean startsWith(String value, String prefix) {
    return value.startsWith(prefix);
  }

  public static int ascii(String value) {
    return value.isEmpty() ? 0 : value.codePointAt(0);
  }

  public static String chr(int code) {
    if (code == 0) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "null character not permitted");
    }
    if (code < 0) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "character number must be positive");
    }
    if (code > CODE_POINT_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "requested character too large for encoding: " + code);
    }
    if (code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "requested character not valid for encoding: " + code);
    }
    return Character.toString(code);
  }

  public static String concat(@Nullable Object... values) {
    BoundedText out = new BoundedText();
    for (Object value : values) {
      out.append(value == null ? "" : value.toString());
    }
    return out.toString();
  }

  public static @Nullable String concatWs(@Nullable Object... values) {
    if (values[0] == null) {
      return null;
    }
    String separator = values[0].toString();
    BoundedText out = new BoundedText();
    boolean isFirst = true;
    for (int i = 1; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        out.append(isFirst ? "" : separator).append(value.toString());
        isFirst = false;
      }
    }
    return out.toString();
  }

  public static @Nullable String format(@Nullable Object... values) {
    return values[0] == null ? null : FormatString.format((String) values[0], values);
  }

  public static String quoteIdent(String name) {
    return SqlQuoting.quoteIdent(name);
  }

  public static String quoteLiteral(String value) {
    return SqlQuoting.quoteLiteral(value);
  }

  public static String quoteNullable(@Nullable String value) {
    return SqlQuoting.quoteNullable(value);
  }

  public static String intToHex(int value) {
    return Integer.toHexString(value);
  }

  public static String toHex(long value) {
    return Long.toHexString(value);
  }

  public static @Nullable List<?> stringToArrayWithNulls(
      @Nullable String value, @Nullable String delimiter, @Nullable String nullText) {
    List<?> parts = stringToArray(value, delimiter);
    if (parts == null) {
      return null;
    }
    List<@Nullable Object> found = new ArrayList<>(parts);
    found.replaceAll(part -> part != null && part.equals(nullText) ? null : part);
    return found;
  }

  public static @Nullable List<?> stringToArray(
      @Nullable String value, @Nullable String delimiter) {
    if (value == null) {
      return null;
    }
    if (value.isEmpty()) {
      return List.of();
    }
    if (delimiter == null) {
      return letters(value);
    }
    return delimiter.isEmpty() ? List.of(value) : split(value, delimiter);
  }

  private static List<String> letters(String value) {
    List<String> letters = new ArrayList<>(value.length());
    for (int at = 0; at < value.length(); at = value.offsetByCodePoints(at, 1)) {
      Interruption.check(at);
      letters.add(Character.toString(value.codePointAt(at)));
    }
    return letters;
  }
}
