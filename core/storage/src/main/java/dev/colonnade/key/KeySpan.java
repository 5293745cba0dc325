package dev.colonnade.key;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * The keys from {@code start}, included, to {@code end}, excluded. A span may be empty ({@code
 * start} equals {@code end}) but not reversed.
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

  /** All keys that begin with {@code prefix}. */
  public static KeySpan prefix(Key prefix) {
    return new KeySpan(prefix, prefix.prefixEnd());
  }

  /** The one key {@code key}. */
  public static KeySpan single(Key key) {
    return new KeySpan(key, key.successor());
  }

  /** From the least to the greatest of some keys, both included; empty if there are none. */
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

  /** All keys from {@code start} on. */
  public static KeySpan from(Key start) {
    return new KeySpan(start, Key.INFINITY);
  }

  /** Whether the span holds no key. */
  public boolean isEmpty() {
    return start.equals(end);
  }

  /** Whether {@code key} lies in the span. */
  public boolean contains(Key key) {
    return start.compareTo(key) <= 0 && key.compareTo(end) < 0;
  }

  /** Whether every key of {@code other} lies in the span; an empty span lies in every span. */
  public boolean contains(KeySpan other) {
    return other.isEmpty() || (start.compareTo(other.start) <= 0 && other.end.compareTo(end) <= 0);
  }

  /** Whether the two spans have a key in common. */
  public boolean overlaps(KeySpan other) {
    return !intersect(other).isEmpty();
  }

  /** The keys that both spans hold; where there are none, an empty span. */
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
