package dev.colonnade.scan.filter.compiled;

import dev.colonnade.memory.NativeMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LIKE pattern of literals separated by {@code %}: a prefix, a suffix, and literals that follow
 * each other in between, each of which is searched eight bytes at a time. Immutable.
 */
final class LiteralParts {
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final byte[] prefix;
  private final byte[][] middle;
  private final byte[] suffix;

  private LiteralParts(byte[] prefix, byte[][] middle, byte[] suffix) {
    this.prefix = prefix;
    this.middle = middle;
    this.suffix = suffix;
  }

  /**
   * Returns the parts of a pattern; null if it has a wildcard for one character, or no {@code %}.
   *
   * @param tokens bytes as 0 to 255, and negative wildcards
   * @param anyCharacters the token of {@code %}
   */
  static @Nullable LiteralParts of(int[] tokens, int anyCharacters) {
    List<byte[]> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= tokens.length; i++) {
      if (i == tokens.length || tokens[i] == anyCharacters) {
        parts.add(literal(tokens, start, i));
        start = i + 1;
      } else if (tokens[i] < 0) {
        return null;
      }
    }
    if (parts.size() < 2) {
      return null;
    }
    byte[] prefix = parts.removeFirst();
    byte[] suffix = parts.removeLast();
    parts.removeIf(part -> part.length == 0);
    return new LiteralParts(prefix, parts.toArray(byte[][]::new), suffix);
  }

  private static byte[] literal(int[] tokens, int from, int to) {
    byte[] bytes = new byte[to - from];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) tokens[from + i];
    }
    return bytes;
  }

  /** Returns whether a text matches. */
  boolean matches(long address, int length) {
    if (length < prefix.length + suffix.length || !isAt(address, prefix)) {
      return false;
    }
    long end = address + length - suffix.length;
    if (!isAt(end, suffix)) {
      return false;
    }
    long at = address + prefix.length;
    for (byte[] part : middle) {
      long found = find(part, at, end);
      if (found < 0) {
        return false;
      }
      at = found + part.length;
    }
    return true;
  }

  private static boolean isAt(long address, byte[] part) {
    for (int i = 0; i < part.length; i++) {
      if (NativeMemory.getByte(address + i) != part[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the first occurrence of a part that ends before {@code end}; -1 if there is none. */
  private static long find(byte[] part, long from, long end) {
    long last = end - part.length;
    long pattern = (part[0] & 0xFF) * LOW_BITS;
    long at = from;
    while (at <= last && at <= end - Long.BYTES) {
      // The least set bit marks the first byte that is equal; higher ones may be wrong.
      long difference = NativeMemory.getLong(at) ^ pattern;
      long equal = (difference - LOW_BITS) & ~difference & HIGH_BITS;
      if (equal == 0) {
        at += Long.BYTES;
        continue;
      }
      at += Long.numberOfTrailingZeros(equal) >> 3;
      if (at <= last && isAt(at, part)) {
        return at;
      }
      at++;
    }
    for (; at <= last; at++) {
      if (isAt(at, part)) {
        return at;
      }
    }
    return -1;
  }
}
