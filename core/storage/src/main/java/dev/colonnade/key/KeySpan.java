package dev.colonnade.key;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * Half-open interval of keys, from {@code start}, inclusive, to {@code end}, exclusive. A span may
 * be empty ({@code start} equals {@code end}) but not reversed.
 */
public record KeySpan(Key start, Key end) {
  /** Every key. */
  public static final KeySpan ALL = new KeySpan(Key.EMPTY, Key.INFINITY);

  public KeySpan {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
    if (start.compareTo(end) > 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "span reversed start=" + start + " end=" + end);
    }
  }

  /** Returns the span of all keys that begin with {@code prefix}. */
  public static KeySpan prefix(Key prefix) {
    return new KeySpan(prefix, prefix.prefixEnd());
  }

  /** Returns the span that contains only {@code key}. */
  public static KeySpan single(Key key) {
    return new KeySpan(key, key.successor());
  }

  /** Returns the smallest span that contains all of {@code keys}; empty if there are none. */
  public static KeySpan around(List<Key> keys) {
    if (keys.isEmpty()) {
      return new KeySpan(Key.EMPTY, Key.EMPTY);
    }
    Key least = keys.getFirst();
    Key greatest = least;
    for (Key key : keys) {
      if (greatest.compareTo(key) < 0) {
        greatest = key;
      } else {
        least = Key.min(least, key);
      }
    }
    return new KeySpan(least, greatest.successor());
  }

  /** Returns the span of all keys at or above {@code start}. */
  public static KeySpan from(Key start) {
    return new KeySpan(start, Key.INFINITY);
  }

  /** Returns whether the span contains no key. */
  public boolean isEmpty() {
    return start.equals(end);
  }

  /** Returns whether the span contains {@code key}. */
  public boolean contains(Key key) {
    return start.compareTo(key) <= 0 && key.compareTo(end) < 0;
  }

  /**
   * Returns whether the span contains every key of {@code other}; every span contains an empty one.
   */
  public boolean contains(KeySpan other) {
    return other.isEmpty() || (start.compareTo(other.start) <= 0 && other.end.compareTo(end) <= 0);
  }

  /** Returns whether the two spans have a key in common. */
  public boolean overlaps(KeySpan other) {
    return !intersect(other).isEmpty();
  }

  /** Returns the intersection of the two spans, which may be empty. */
  public KeySpan intersect(KeySpan other) {
    Key from = Key.max(start, other.start);
    Key to = Key.min(end, other.end);
    return from.compareTo(to) <= 0 ? new KeySpan(from, to) : new KeySpan(from, from);
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end + ")";
  }
}
