package dev.colonnade.scan.row;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Position of a scan in its spans: all rows in front of it, in the direction of the scan, are in
 * earlier pages. Not thread-safe.
 */
public final class SpanPosition {
  private final boolean isReverse;

  /** Spans still to be scanned, ascending. */
  private List<KeySpan> spans;

  private Key at;

  /** Creates the position at the start, in the direction of the scan, of ascending spans. */
  public SpanPosition(List<KeySpan> spans, boolean isReverse) {
    this.isReverse = isReverse;
    this.spans = spans;
    this.at = startOfSpan();
  }

  private Key startOfSpan() {
    if (spans.isEmpty()) {
      return Key.EMPTY;
    }
    return isReverse ? spans.getLast().end() : spans.getFirst().start();
  }

  /** Returns whether all spans are scanned. */
  public boolean isAtEnd() {
    return spans.isEmpty();
  }

  /** Returns the key of the position: the next key to read; in a reverse scan, the key above it. */
  public Key at() {
    return at;
  }

  /** Returns the end of the current span in the direction of the scan. */
  public Key bound() {
    return isReverse ? spans.getLast().start() : spans.getFirst().end();
  }

  /** Returns whether the current span is scanned. */
  public boolean isAtBound() {
    int order = at.compareTo(bound());
    return isReverse ? order <= 0 : order >= 0;
  }

  /** Moves to a key of the current span. */
  public void moveTo(Key key) {
    at = key;
  }

  /** Moves to the next span if the current one is scanned. */
  public void skipScannedSpan() {
    if (isAtBound()) {
      spans = isReverse ? spans.subList(0, spans.size() - 1) : spans.subList(1, spans.size());
      at = startOfSpan();
    }
  }

  /** Returns the part of the current span from the position to a key in the scan's direction. */
  public KeySpan to(Key key) {
    return isReverse ? new KeySpan(key, at) : new KeySpan(at, key);
  }

  /** Returns the spans still to be scanned, ascending. */
  public List<KeySpan> remaining() {
    if (spans.isEmpty()) {
      return List.of();
    }
    List<KeySpan> left = new ArrayList<>(spans);
    if (isReverse) {
      Key start = spans.getLast().start();
      left.set(left.size() - 1, new KeySpan(start, Key.max(start, at)));
    } else {
      Key end = spans.getFirst().end();
      left.set(0, new KeySpan(Key.min(at, end), end));
    }
    left.removeIf(KeySpan::isEmpty);
    return left;
  }

  /** Returns the position that a reader of the rest of {@link #to} has reached. */
  public static Key of(List<KeySpan> left, Key readerBound, boolean isReverse) {
    if (left.isEmpty()) {
      return readerBound;
    }
    return isReverse ? left.getLast().end() : left.getFirst().start();
  }
}
