package dev.colonnade.split.plan;

import dev.colonnade.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Calculator of the approximate midpoint of two keys, which it interprets as base-256 fractions.
 */
final class KeyMidpoint {
  private static final int WINDOW_BYTES = Long.BYTES;

  private KeyMidpoint() {}

  /**
   * Returns a key strictly between {@code low} and the finite key {@code high}; null if they are
   * too close.
   */
  static @Nullable Key between(Key low, Key high) {
    byte[] from = low.bytes();
    byte[] to = high.bytes();
    int common = Arrays.mismatch(from, to);
    if (common < 0) {
      return null;
    }
    long first = window(from, common);
    long last = window(to, common);
    long half = Long.divideUnsigned(last - first, 2);
    byte[] middle = Arrays.copyOf(from, common + WINDOW_BYTES);
    if (half == 0) {
      // The keys differ in the last byte of the window only: continue after it.
      middle = Arrays.copyOf(from, common + WINDOW_BYTES + 1);
      middle[common + WINDOW_BYTES] = (byte) 0x80;
    } else {
      put(middle, common, first + half);
    }
    Key key = Key.wrap(middle);
    return low.compareTo(key) < 0 && key.compareTo(high) < 0 ? key : null;
  }

  private static long window(byte[] bytes, int offset) {
    long value = 0;
    for (int index = offset; index < offset + WINDOW_BYTES; index++) {
      value = value << Byte.SIZE | (index < bytes.length ? bytes[index] & 0xFF : 0);
    }
    return value;
  }

  private static void put(byte[] bytes, int offset, long value) {
    long left = value;
    for (int index = offset + WINDOW_BYTES - 1; index >= offset; index--) {
      bytes[index] = (byte) left;
      left >>>= Byte.SIZE;
    }
  }
}
