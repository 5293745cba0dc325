package dev.colonnade.sql.expression.call;

import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.type.encoding.Utf8;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of LIKE whose only wildcards are percent signs, as the bytes between them. Immutable.
 *
 * <p>UTF-8 is self-synchronizing: bytes of a text are found only where the text is.
 */
final class LikePattern {
  private final byte[] prefix;
  private final List<byte[]> parts;
  private final byte @Nullable [] suffix;

  private LikePattern(byte[] prefix, List<byte[]> parts, byte @Nullable [] suffix) {
    this.prefix = prefix;
    this.parts = parts;
    this.suffix = suffix;
  }

  /** Returns the pattern; null if it has other wildcards or an escape. */
  static @Nullable LikePattern of(String pattern) {
    if (pattern.indexOf('_') >= 0 || pattern.indexOf('\\') >= 0) {
      return null;
    }
    String[] pieces = pattern.split("%", -1);
    if (pieces.length == 1) {
      return new LikePattern(bytes(pattern), List.of(), null);
    }
    List<byte[]> parts =
        Stream.of(pieces)
            .skip(1)
            .limit(pieces.length - 2L)
            .filter(piece -> !piece.isEmpty())
            .map(LikePattern::bytes)
            .toList();
    return new LikePattern(bytes(pieces[0]), parts, bytes(pieces[pieces.length - 1]));
  }

  private static byte[] bytes(String text) {
    return Utf8.bytesOf(text);
  }

  /** Returns whether the text of a row that is not NULL matches. */
  boolean matches(TextVector texts, int row) {
    byte[] text = texts.bytes();
    int start = texts.start(row);
    int end = start + texts.length(row);
    if (!startsWith(text, start, end, prefix)) {
      return false;
    }
    if (suffix == null) {
      return end - start == prefix.length;
    }
    int at = start + prefix.length;
    int last = end - suffix.length;
    if (last < at || !startsWith(text, last, end, suffix)) {
      return false;
    }
    for (byte[] part : parts) {
      int found = find(text, at, last, part);
      if (found < 0) {
        return false;
      }
      at = found + part.length;
    }
    return true;
  }

  private static boolean startsWith(byte[] text, int start, int end, byte[] part) {
    return end - start >= part.length
        && Arrays.equals(text, start, start + part.length, part, 0, part.length);
  }

  private static int find(byte[] text, int start, int end, byte[] part) {
    byte first = part[0];
    for (int at = start; at <= end - part.length; at++) {
      if (text[at] == first && Arrays.equals(text, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    return -1;
  }
}
