package dev.colonnade.storage.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.Arrays;

/** Interpolation between keys, as if their bytes were digits of numbers. */
final class KeyInterpolation {
  /** Bytes after the common prefix of two keys that are interpolated: the bits of a double. */
  private static final int DIGITS = 6;

  private KeyInterpolation() {}

  /**
   * Returns a key of a span.
   *
   * @param part its distance from the start, as part of the span: from 0 to below 1
   */
  static Key between(KeySpan span, double part) {
    byte[] start = span.start().bytes();
    byte[] end = span.end().bytes();
    int prefix = Math.max(0, Arrays.mismatch(start, end));
    long low = digits(start, prefix);
    long high = digits(end, prefix);
    long value = low + (long) (part * (high - low));
    if (value <= low) {
      return span.start();
    }
    byte[] key = Arrays.copyOf(start, prefix + DIGITS);
    for (int i = DIGITS - 1; i >= 0; i--) {
      key[prefix + i] = (byte) value;
      value >>>= Byte.SIZE;
    }
    return Key.wrap(key);
  }

  private static long digits(byte[] key, int from) {
    long value = 0;
    for (int i = from; i < from + DIGITS; i++) {
      value = value << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return value;
  }
}
