package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.Texts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Text functions. */
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
          "md5(text) text",
          "md5(bytea) text = md5Bytes",
          "sha256(bytea) bytea",
          "sha512(bytea) bytea",
          "encode(bytea, text) text",
          "decode(text, text) bytea",
          "convert_from(bytea, text) text",
          "convert_to(text, text) bytea",
          "string_to_array(text, text) text[]!",
          "string_to_array(text, text, text) text[]! = stringToArrayWithNulls",
          "unistr(text) text",
          "parse_ident(text) text[]",
          "to_ascii(text) text = same");

  private static final Pattern NUMBERED_LETTER =
      Pattern.compile(
          "\\\\(?:\\\\|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\\+([0-9a-fA-F]{6})"
              + "|([0-9a-fA-F]{4})|)");

  private static final Pattern NAME =
      Pattern.compile("\\s*(\"(?:[^\"]|\"\")+\"|[\\p{L}_][\\p{L}\\p{N}_$]*)\\s*(\\.|$)");

  private static final int CODE_POINT_MAX = 0x10FFFF;

  /** Maximum length of the results of padding and repeating, in characters. */
  private static final int LENGTH_MAX = 256 * 1024 * 1024;

  private TextFunctions() {}

  public static String lower(String value) {
    return value.toLowerCase(Locale.ROOT);
  }

  public static String upper(String value) {
    return value.toUpperCase(Locale.ROOT);
  }

  public static String same(String value) {
    return value;
  }

  /** Replaces Unicode escapes. */
  public static String unistr(String value) {
    String text =
        NUMBERED_LETTER
            .matcher(value)
            .replaceAll(found -> Matcher.quoteReplacement(letterNumbered(found)));
    return text;
  }

  private static String letterNumbered(MatchResult found) {
    if (found.group().equals("\\\\")) {
      return "\\";
    }
    for (int i = 1; i <= found.groupCount(); i++) {
      if (found.group(i) != null) {
        return Character.toString(Integer.parseInt(found.group(i), 16));
      }
    }
    throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "invalid Unicode escape");
  }

  /** Splits a qualified identifier into its parts. */
  public static List<?> parseIdent(String value) {
    List<String> names = new ArrayList<>();
    Matcher matcher = NAME.matcher(value);
    int at = 0;
    while (matcher.find(at) && matcher.start() == at) {
      String name = matcher.group(1);
      names.add(
          name.startsWith("\"")
              ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
              : name.toLowerCase(Locale.ROOT));
      at = matcher.end();
      if (at == value.length() && matcher.group(2).isEmpty()) {
        return names;
      }
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "string is not a valid identifier: \"" + value + "\"");
  }

  /**
   * Converts the first letter of each word of letters and digits to upper case, and the rest to
   * lower case.
   */
  public static String initcap(String value) {
    StringBuilder out = new StringBuilder(value.length());
    boolean isInside = false;
    for (int letter : value.codePoints().toArray()) {
      out.appendCodePoint(isInside ? Character.toLowerCase(letter) : Character.toUpperCase(letter));
      isInside = Character.isLetterOrDigit(letter);
    }
    return out.toString();
  }

  public static int characterCount(String value) {
    return Texts.length(value);
  }

  public static int byteCount(ByteString value) {
    return value.length();
  }

  public static int octetCount(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }

  public static int bitLength(String value) {
    return octetCount(value) * Byte.SIZE;
  }

  public static String substringFrom(String value, int from) {
    return Texts.substringFrom(value, from);
  }

  public static String substring(String value, int from, int count) {
    return Texts.substring(value, from, count);
  }

  public static ByteString bytesFrom(ByteString value, int from) {
    return bytesBetween(value, from, Integer.MAX_VALUE);
  }

  public static ByteString bytesBetween(ByteString value, int from, int count) {
    if (count < 0) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    long end = Math.min((long) from + count - 1, value.length());
    int start = Math.max(1, from) - 1;
    return end <= start ? ByteString.EMPTY : value.substring(start, (int) end);
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
    int missing = length - Texts.length(value);
    if (missing <= 0 || fill.isEmpty()) {
      return "";
    }
    requireLength(missing);
    return Texts.left(fill.repeat(missing / Texts.length(fill) + 1), missing);
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
      end -= Character.charCount(value.codePointBefore(end));
    }
    return value.substring(0, end);
  }

  /**
   * Returns the position of a part, from 1; 0 if it does not occur: {@code position(part IN
   * value)}.
   */
  public static int position(String part, String value) {
    return Texts.position(part, value);
  }

  public static int strpos(String value, String part) {
    return Texts.position(part, value);
  }

  public static String replace(String value, String from, String to) {
    return from.isEmpty() ? value : value.replace(from, to);
  }

  public static String translate(String value, String from, String to) {
    int[] sources = from.codePoints().toArray();
    int[] targets = to.codePoints().toArray();
    StringBuilder out = new StringBuilder(value.length());
    value.codePoints().forEach(letter -> appendTranslated(out, letter, sources, targets));
    return out.toString();
  }

  private static void appendTranslated(
      StringBuilder out, int letter, int[] sources, int[] targets) {
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] == letter) {
        if (i < targets.length) {
          out.appendCodePoint(targets[i]);
        }
        return;
      }
    }
    out.appendCodePoint(letter);
  }

  public static String overlayFrom(String value, String placed, int from) {
    return overlay(value, placed, from, Texts.length(placed));
  }

  public static String overlay(String value, String placed, int from, int count) {
    if (from < 1) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    return Texts.substring(value, 1, from - 1) + placed + Texts.substringFrom(value, from + count);
  }

  public static String reverse(String value) {
    return Texts.reverse(value);
  }

  public static String repeat(String value, int count) {
    requireLength((long) value.length() * Math.max(0, count));
    return value.repeat(Math.max(0, count));
  }

  /**
   * Throws LIMIT_EXCEEDED before a text is built that exceeds the limits of a row and possibly the
   * heap.
   */
  private static void requireLength(long characters) {
    if (characters > LENGTH_MAX) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "requested length too large");
    }
  }

  public static String splitPart(String value, String delimiter, int field) {
    if (field == 0) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "field position must not be zero");
    }
    List<String> parts = delimiter.isEmpty() ? List.of(value) : split(value, delimiter);
    int index = field > 0 ? field - 1 : parts.size() + field;
    return index >= 0 && index < parts.size() ? parts.get(index) : "";
  }

  private static List<String> split(String value, String delimiter) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int at = value.indexOf(delimiter); at >= 0; at = value.indexOf(delimiter, start)) {
      parts.add(value.substring(start, at));
      start = at + delimiter.length();
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
    return Character.toString(code);
  }

  public static String concat(@Nullable Object... values) {
    StringBuilder out = new StringBuilder();
    for (Object value : values) {
      out.append(value == null ? "" : value);
    }
    return out.toString();
  }

  public static @Nullable String concatWs(@Nullable Object... values) {
    if (values[0] == null) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    boolean isFirst = true;
    for (int i = 1; i < values.length; i++) {
      if (values[i] != null) {
        out.append(isFirst ? "" : values[0]).append(values[i]);
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

  public static String md5(String value) {
    return hex(digest("MD5", value.getBytes(StandardCharsets.UTF_8)));
  }

  public static String md5Bytes(ByteString value) {
    return hex(digest("MD5", value.getBytes()));
  }

  public static ByteString sha256(ByteString value) {
    return new ByteString(digest("SHA-256", value.getBytes()));
  }

  public static ByteString sha512(ByteString value) {
    return new ByteString(digest("SHA-512", value.getBytes()));
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no " + algorithm, e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  public static String encode(ByteString value, String format) {
    byte[] bytes = value.getBytes();
    return switch (format) {
      case "hex" -> hex(bytes);
      case "base64" ->
          Base64.getMimeEncoder(76, "\n".getBytes(StandardCharsets.UTF_8)).encodeToString(bytes);
      case "escape" -> escaped(bytes);
      default -> throw unknownEncoding(format);
    };
  }

  private static String escaped(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte unit : bytes) {
      int value = unit & 0xFF;
      if (value == '\\') {
        out.append("\\\\");
      } else if (value == 0 || value > 127) {
        out.append("\\%03o".formatted(value));
      } else {
        out.append((char) value);
      }
    }
    return out.toString();
  }

  public static ByteString decode(String value, String format) {
    try {
      return switch (format) {
        case "hex" -> new ByteString(HexFormat.of().parseHex(value.replaceAll("\\s", "")));
        case "base64" -> new ByteString(Base64.getMimeDecoder().decode(value));
        case "escape" -> Casts.textToEscapedBytea(value);
        default -> throw unknownEncoding(format);
      };
    } catch (IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid " + format + " digits or end sequence", e);
    }
  }

  private static ColonnadeException unknownEncoding(String format) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "unrecognized encoding: \"" + format + "\"");
  }

  public static String convertFrom(ByteString value, String encoding) {
    return new String(value.getBytes(), StandardCharsets.UTF_8);
  }

  public static ByteString convertTo(String value, String encoding) {
    return new ByteString(value.getBytes(StandardCharsets.UTF_8));
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
      return value.codePoints().mapToObj(Character::toString).toList();
    }
    return delimiter.isEmpty() ? List.of(value) : split(value, delimiter);
  }
}
