package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.HexDigits;
import dev.colonnade.sql.type.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Functions that convert between text and {@code bytea}, and digests. */
public final class EncodingFunctions {
  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "md5(text) text",
          "md5(bytea) text = md5Bytes",
          "sha224(bytea) bytea",
          "sha256(bytea) bytea",
          "sha384(bytea) bytea",
          "sha512(bytea) bytea",
          "encode(bytea, text) text",
          "decode(text, text) bytea",
          "convert_from(bytea, text) text",
          "convert_to(text, text) bytea");

  /** Bytes that are processed between two checks: whole lines of base64. */
  private static final int PIECE = 57 * 16_384;

  private static final int BASE64_LINE = 76;
  private static final int BASE64_GROUP = 4;
  private static final int BASE64_BITS = 6;

  private EncodingFunctions() {}

  public static String md5(String value) {
    return hex(digest("MD5", value.getBytes(StandardCharsets.UTF_8)));
  }

  public static String md5Bytes(Bytes value) {
    return hex(digest("MD5", value.toArray()));
  }

  public static Bytes sha224(Bytes value) {
    return Bytes.of(digest("SHA-224", value.toArray()));
  }

  public static Bytes sha256(Bytes value) {
    return Bytes.of(digest("SHA-256", value.toArray()));
  }

  public static Bytes sha384(Bytes value) {
    return Bytes.of(digest("SHA-384", value.toArray()));
  }

  public static Bytes sha512(Bytes value) {
    return Bytes.of(digest("SHA-512", value.toArray()));
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      for (int at = 0; at < bytes.length; at += PIECE) {
        Interruption.check();
        digest.update(bytes, at, Math.min(PIECE, bytes.length - at));
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no " + algorithm, e);
    }
  }

  private static String hex(byte[] bytes) {
    BoundedText.requireLength(2L * bytes.length);
    BoundedText out = new BoundedText(2 * bytes.length);
    for (int at = 0; at < bytes.length; at += PIECE) {
      Interruption.check();
      out.append(HexFormat.of().formatHex(bytes, at, Math.min(bytes.length, at + PIECE)));
    }
    return out.toString();
  }

  public static String encode(Bytes value, String format) {
    byte[] bytes = value.toArray();
    return switch (lower(format)) {
      case "hex" -> hex(bytes);
      case "base64" -> base64(bytes);
      case "escape" -> escaped(bytes);
      default -> throw unknownEncoding(format);
    };
  }

  private static String base64(byte[] bytes) {
    BoundedText out = new BoundedText();
    Base64.Encoder encoder =
        Base64.getMimeEncoder(BASE64_LINE, "\n".getBytes(StandardCharsets.US_ASCII));
    for (int at = 0; at < bytes.length; at += PIECE) {
      Interruption.check();
      byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + PIECE));
      out.append(at == 0 ? "" : "\n").append(encoder.encodeToString(piece));
    }
    return out.toString();
  }

  private static String escaped(byte[] bytes) {
    BoundedText out = new BoundedText();
    for (byte unit : bytes) {
      int value = unit & 0xFF;
      if (value == '\\') {
        out.append("\\\\");
      } else if (value == 0 || value > 127) {
        out.append('\\')
            .append((char) ('0' + (value >> 6)))
            .append((char) ('0' + (value >> 3 & 7)))
            .append((char) ('0' + (value & 7)));
      } else {
        out.append((char) value);
      }
    }
    return out.toString();
  }

  public static Bytes decode(String value, String format) {
    return switch (lower(format)) {
      case "hex" -> HexDigits.read(value);
      case "base64" -> ofBase64(value);
      case "escape" -> Casts.textToEscapedBytea(value);
      default -> throw unknownEncoding(format);
    };
  }

  private static String lower(String format) {
    return format.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the bytes of groups of four Base64 digits, between which white space may be. As in
   * PostgreSQL, a group behind the first padding has as many bytes as the padded one.
   */
  private static Bytes ofBase64(String value) {
    byte[] bytes = new byte[value.length() / BASE64_GROUP * 3 + 3];
    int size = 0;
    int bytesOfGroup = 3;
    int group = 0;
    int digits = 0;
    for (int at = 0; at < value.length(); at++) {
      Interruption.check(at);
      char letter = value.charAt(at);
      if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n') {
        continue;
      }
      if (letter == '=' && bytesOfGroup == 3) {
        requirePadding(digits);
        bytesOfGroup = digits - 1;
      }
      group = group << BASE64_BITS | (letter == '=' ? 0 : base64Digit(value, at));
      if (++digits == BASE64_GROUP) {
        for (int i = 0; i < bytesOfGroup; i++) {
          bytes[size++] = (byte) (group >> (16 - 8 * i));
        }
        group = 0;
        digits = 0;
      }
    }
    if (digits != 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid base64 end sequence",
          ErrorFields.NONE.withHint(
              "Input data is missing padding, is truncated, or is otherwise corrupted."));
    }
    return Bytes.of(Arrays.copyOf(bytes, size));
  }

  private static void requirePadding(int digits) {
    if (digits < 2) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "unexpected \"=\" while decoding base64 sequence");
    }
  }

  private static int base64Digit(String value, int at) {
    int digit = BASE64.indexOf(value.charAt(at));
    if (digit < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid symbol \"%s\" found while decoding base64 sequence"
              .formatted(Character.toString(value.codePointAt(at))));
    }
    return digit;
  }

  private static ColonnadeException unknownEncoding(String format) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "unrecognized encoding: \"" + format + "\"");
  }

  /** Returns the text of bytes in an encoding. */
  public static String convertFrom(Bytes value, String encoding) {
    return TextEncoding.of(encoding, "source").decode(value);
  }

  /** Returns the bytes of a text in an encoding. */
  public static Bytes convertTo(String value, String encoding) {
    return TextEncoding.of(encoding, "destination").encode(value);
  }

  /** Returns bytes of a text in one encoding as its bytes in another one. */
  public static Bytes convert(Bytes value, String from, String to) {
    return convertTo(convertFrom(value, from), to);
  }

  /** Returns the number of characters of the bytes of a text in an encoding. */
  public static int lengthIn(Bytes value, String encoding) {
    String text = TextEncoding.of(encoding, "encoding").decode(value);
    return text.codePointCount(0, text.length());
  }
}
