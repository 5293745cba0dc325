package dev.colonnade.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.statistics.RowBoundaries;
import java.util.ArrayList;
import java.util.List;

/** Computation of the pieces of a split. */
final class SplitPieces {
  private SplitPieces() {}

  /**
   * Returns the pieces of {@code span} for a split at the rows of {@code keys}, which must be
   * ascending.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if there is no key, or if a key is outside of the
   *     span, not above its start, or not above the previous key
   */
  static List<KeySpan> pieces(KeySpan span, List<Key> keys, RowBoundaries boundaries) {
    if (keys.isEmpty()) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "no split keys");
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
