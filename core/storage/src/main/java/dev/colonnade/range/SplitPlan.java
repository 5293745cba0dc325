package dev.colonnade.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.List;

/** Where a range is to be cut. */
final class SplitPlan {
  private SplitPlan() {}

  /**
   * The pieces of {@code span} when it is cut at the rows of {@code keys}, which ascend.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if there is no key, or one that does not lie inside
   *     the span, above its start, or not above the key before it
   */
  static List<KeySpan> pieces(KeySpan span, List<Key> keys, RowBoundaries boundaries) {
    if (keys.isEmpty()) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "no split key given");
    }
    List<KeySpan> pieces = new ArrayList<>(keys.size() + 1);
    Key start = span.start();
    for (Key key : keys) {
      if (!span.contains(key)) {
        throw invalid("split key outside of the range", key, span);
      }
      Key cut = boundaries.rowStart(key);
      if (cut.compareTo(start) <= 0) {
        throw invalid("split key at or below the start of its piece start=" + start, key, span);
      }
      pieces.add(new KeySpan(start, cut));
      start = cut;
    }
    pieces.add(new KeySpan(start, span.end()));
    return pieces;
  }

  private static ColonnadeException invalid(String message, Key key, KeySpan span) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "%s key=%s span=%s".formatted(message, key, span));
  }
}
