package dev.colonnade.type.encoding;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Strict UTF-8 encoder and validator after the Unicode standard: no surrogates, no overlong forms,
 * no code points above U+10FFFF.
 */
public final class Utf8 {
  /** Result of {@link #codePointCount} for bytes that are not UTF-8. */
  public static final int INVALID = -1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final int CONTINUATION_BYTES_MAX = 3;
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /** Number of bytes or characters up to which a text is converted in one step. */
  private static final int LONG_LENGTH = 4 * InterruptionPoint.PIECE;

  private Utf8() {}

  /** Returns the number of code points, or {@link #INVALID}. */
  public static int codePointCount(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int count = 0;
    int from = offset;
    while (end - from > InterruptionPoint.PIECE) {
      InterruptionPoint.check();
      int to = startOfCodePoint(bytes, from + InterruptionPoint.PIECE);
      int part = countPiece(bytes, from, to);
      if (part == INVALID) {
        return INVALID;
      }
      count += part;
      from = to;
    }
    int last = countPiece(bytes, from, end);
    return last == INVALID ? INVALID : count + last;
  }

  /** Returns the position of the first byte of the code point that the byte belongs to. */
  private static int startOfCodePoint(byte[] bytes, int at) {
    int start = at;
    while (start > at - CONTINUATION_BYTES_MAX && (bytes[start] & 0xC0) == 0x80) {
      start--;
    }
    return start;
  }

  private static int countPiece(byte[] bytes, int offset, int end) {
    int count = 0;
    int at = offset;
    while (at < end) {
      if (at <= end - Long.BYTES && ((long) LONG.get(bytes, at) & NOT_ASCII) == 0) {
        at += Long.BYTES;
        count += Long.BYTES;
        continue;
      }
      int width = codePointWidth(bytes, at, end);
      if (width == INVALID) {
        return INVALID;
      }
      at += width;
      count++;
    }
    return count;
  }

  /** Returns the bytes of a string; throws INVALID_TEXT if it contains an unpaired surrogate. */
  public static byte[] encode(String text) {
    int at = 0;
    int checkAt = InterruptionPoint.PIECE;
    while (at < text.length()) {
      if (at >= checkAt) {
        InterruptionPoint.check();
        checkAt = at + InterruptionPoint.PIECE;
      }
      int codePoint = text.codePointAt(at);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        throw new ColonnadeException(
            ErrorCode.INVALID_TEXT, "text contains an unpaired surrogate: position=" + at);
      }
      at += Character.charCount(codePoint);
    }
    return bytesOf(text);
  }

  /** Variant of {@link #encode} that writes a question mark for an unpaired surrogate. */
  public static byte[] bytesOf(String text) {
    if (text.length() > InterruptionPoint.PIECE / Long.SIZE) {
      InterruptionPoint.check();
    }
    if (text.length() <= LONG_LENGTH) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    List<byte[]> pieces = new ArrayList<>();
    int length = 0;
    for (int from = 0; from < text.length(); ) {
      InterruptionPoint.check();
      int to = pieceEnd(text, from);
      byte[] piece = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
      pieces.add(piece);
      length = Math.addExact(length, piece.length);
      from = to;
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    pieces.forEach(out::put);
    return out.array();
  }

  /** Returns the end of a piece of a long text, which does not divide a pair of surrogates. */
  public static int pieceEnd(String text, int from) {
    int to = from + Math.min(InterruptionPoint.PIECE, text.length() - from);
    return to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
  }

  /** Returns the text of valid UTF-8. */
  public static String decode(byte[] bytes, int offset, int length) {
    if (length > InterruptionPoint.PIECE / Long.SIZE) {
      InterruptionPoint.check();
    }
    if (length <= LONG_LENGTH) {
      return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder(length);
    int end = offset + length;
    for (int from = offset; from < end; ) {
      InterruptionPoint.check();
      int to =
          end - from <= InterruptionPoint.PIECE
              ? end
              : startOfCodePoint(bytes, from + InterruptionPoint.PIECE);
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
      from = to;
    }
    return text.toString();
  }

  private static int codePointWidth(byte[] bytes, int at, int end) {
    int first = bytes[at] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    // The bounds of the second byte exclude overlong forms (E0, F0), surrogates (ED) and code
    // points
    // above U+10FFFF (F4).
    if (first >= 0xC2 && first <= 0xDF) {
      return continuationWidth(bytes, at, end, 2, 0x80, 0xBF);
    }
    if (first >= 0xE0 && first <= 0xEF) {
      return continuationWidth(
          bytes, at, end, 3, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    }
    if (first >= 0xF0 && first <= 0xF4) {
      return continuationWidth(
          bytes, at, end, 4, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    }
    return INVALID;
  }

  private static int continuationWidth(
      byte[] bytes, int at, int end, int width, int secondMin, int secondMax) {
    if (width > end - at) {
      return INVALID;
    }
    int second = bytes[at + 1] & 0xFF;
    if (second < secondMin || second > secondMax) {
      return INVALID;
    }
    for (int i = at + 2; i < at + width; i++) {
      if ((bytes[i] & 0xC0) != 0x80) {
        return INVALID;
      }
    }
    return width;
  }
}
