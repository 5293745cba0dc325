package dev.colonnade.sql.function.encoding;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.type.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text encoding under PostgreSQL's name, with the conversion of text to and from it.
 *
 * @param name PostgreSQL's name of the encoding
 * @param charsetName Java's name; a hyphen if the encoding cannot be converted
 */
public record TextEncoding(String name, String charsetName) {
  /** Encoding of the server. */
  public static final TextEncoding UTF8 = new TextEncoding("UTF8", "UTF-8");

  /** Names, Java's names, and aliases; each name also without the characters between words. */
  private static final Map<String, TextEncoding> ENCODINGS =
      encodings(
          """
          UTF8 UTF-8 unicode
          SQL_ASCII UTF-8
          LATIN1 ISO-8859-1 iso88591
          LATIN2 ISO-8859-2 iso88592
          LATIN3 ISO-8859-3 iso88593
          LATIN4 ISO-8859-4 iso88594
          LATIN5 ISO-8859-9 iso88599
          LATIN6 ISO-8859-10 iso885910
          LATIN7 ISO-8859-13 iso885913
          LATIN8 ISO-8859-14 iso885914
          LATIN9 ISO-8859-15 iso885915
          LATIN10 ISO-8859-16 iso885916
          ISO_8859_5 ISO-8859-5
          ISO_8859_6 ISO-8859-6
          ISO_8859_7 ISO-8859-7
          ISO_8859_8 ISO-8859-8
          WIN1250 windows-1250 windows1250
          WIN1251 windows-1251 windows1251 win
          WIN1252 windows-1252 windows1252
          WIN1253 windows-1253 windows1253
          WIN1254 windows-1254 windows1254
          WIN1255 windows-1255 windows1255
          WIN1256 windows-1256 windows1256
          WIN1257 windows-1257 windows1257
          WIN1258 windows-1258 windows1258 abc tcvn tcvn5712 vscii
          WIN866 IBM866 windows866 alt
          WIN874 x-windows-874 windows874
          KOI8R KOI8-R koi8
          KOI8U KOI8-U
          EUC_JP EUC-JP
          EUC_CN GB2312
          EUC_KR EUC-KR
          EUC_TW x-EUC-TW
          EUC_JIS_2004 -
          SJIS windows-31j mskanji shiftjis win932 windows932
          SHIFT_JIS_2004 x-SJIS_0213
          BIG5 x-windows-950 win950 windows950
          GBK GBK win936 windows936
          UHC x-windows-949 win949 windows949
          GB18030 GB18030
          JOHAB x-Johab
          MULE_INTERNAL -
          """);

  private static final int PIECE = 1 << 16;

  private static Map<String, TextEncoding> encodings(String table) {
    Map<String, TextEncoding> encodings = new HashMap<>();
    for (String line : table.lines().toList()) {
      String[] names = line.split(" ", -1);
      TextEncoding encoding = new TextEncoding(names[0], names[1]);
      encodings.put(key(names[0]), encoding);
      for (int i = 2; i < names.length; i++) {
        encodings.put(names[i], encoding);
      }
    }
    return Map.copyOf(encodings);
  }

  private static String key(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the encoding of a name.
   *
   * @param role of the encoding in the conversion, for the error
   */
  public static TextEncoding of(String name, String role) {
    TextEncoding encoding = find(name);
    if (encoding == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid %s encoding name \"%s\"".formatted(role, name));
    }
    return encoding;
  }

  /** Returns the encoding of a name; null if there is none. */
  public static @Nullable TextEncoding find(String name) {
    return ENCODINGS.get(key(name));
  }

  /** Returns whether text in this encoding is text in UTF-8: SQL_ASCII is not converted. */
  public boolean isUtf8() {
    return charsetName.equals(UTF8.charsetName);
  }

  /** Returns whether text can be converted to and from this encoding. */
  public boolean isSupported() {
    return !charsetName.equals("-") && Charset.isSupported(charsetName);
  }

  /** Returns the charset of Java; throws UNSUPPORTED if there is none. */
  public Charset charset() {
    try {
      if (!charsetName.equals("-")) {
        return Charset.forName(charsetName);
      }
    } catch (UnsupportedCharsetException e) {
      throw unsupported();
    }
    throw unsupported();
  }

  private ColonnadeException unsupported() {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, "conversion of encoding \"%s\" is not supported".formatted(name));
  }

  /** Returns the text of bytes in this encoding. */
  public String decode(Bytes value) {
    Charset charset = charset();
    CharsetDecoder decoder = charset.newDecoder();
    byte[] bytes = value.toArray();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(PIECE);
    BoundedText text = new BoundedText();
    while (true) {
      Interruption.check();
      CoderResult result = decoder.decode(in, out, true);
      if (result.isOverflow() || result.isUnderflow()) {
        String piece = out.flip().toString();
        int zero = piece.indexOf('\0');
        if (zero >= 0) {
          throw invalid(new byte[1]);
        }
        text.append(piece);
        out.clear();
      }
      if (result.isUnderflow()) {
        return text.toString();
      }
      if (result.isError()) {
        throw error(result, bytes, in.position());
      }
    }
  }

  private ColonnadeException error(CoderResult result, byte[] bytes, int at) {
    byte[] sequence = part(bytes, at, result.length());
    if (result.isUnmappable() && isWellFormed(sequence)) {
      return untranslatable(name, sequence, "UTF8");
    }
    return ofUtf8().invalid(part(bytes, at, lengthOfCharacter(bytes[at])));
  }

  /** Returns whether all bytes of a character are of the ranges that its encoding uses. */
  private boolean isWellFormed(byte[] sequence) {
    for (byte unit : sequence) {
      int value = unit & 0xFF;
      if (name.startsWith("EUC_") && (value < 0x80 || value == 0xFF)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the encoding as which SQL_ASCII is checked. */
  private TextEncoding ofUtf8() {
    return isUtf8() ? UTF8 : this;
  }

  private int lengthOfCharacter(byte first) {
    if (!isUtf8()) {
      return 2;
    }
    int lead = first & 0xFF;
    if ((lead & 0xE0) == 0xC0) {
      return 2;
    }
    if ((lead & 0xF0) == 0xE0) {
      return 3;
    }
    return (lead & 0xF8) == 0xF0 ? 4 : 1;
  }

  private static byte[] part(byte[] bytes, int at, int length) {
    return Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length));
  }

  private ColonnadeException invalid(byte[] sequence) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT,
        "invalid byte sequence for encoding \"%s\": %s".formatted(ofUtf8().name, hex(sequence)));
  }

  private static ColonnadeException untranslatable(String from, byte[] sequence, String to) {
    return new ColonnadeException(
        ErrorCode.UNTRANSLATABLE_CHARACTER,
        "character with byte sequence %s in encoding \"%s\" has no equivalent in encoding \"%s\""
            .formatted(hex(sequence), from, to));
  }

  private static String hex(byte[] sequence) {
    List<String> units = new ArrayList<>();
    for (byte unit : sequence) {
      units.add("0x%02x".formatted(unit & 0xFF));
    }
    return String.join(" ", units);
  }

  /** Returns the bytes of a text in this encoding. */
  public Bytes encode(String value) {
    CharsetEncoder encoder = charset().newEncoder();
    CharBuffer in = CharBuffer.wrap(value);
    ByteBuffer out = ByteBuffer.allocate(PIECE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (true) {
      Interruption.check();
      CoderResult result = encoder.encode(in, out, true);
      if (result.isUnderflow()) {
        encoder.flush(out);
      }
      BoundedText.requireLength((long) bytes.size() + out.position());
      bytes.write(out.array(), 0, out.position());
      out.clear();
      if (result.isUnderflow()) {
        return Bytes.of(bytes.toByteArray());
      }
      if (result.isError()) {
        String letter = Character.toString(value.codePointAt(in.position()));
        throw untranslatable(UTF8.name, letter.getBytes(StandardCharsets.UTF_8), name);
      }
    }
  }
}
