package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Cuts the spans of a scan where ranges meet, so that pieces can be scanned at the same time. Many
 * ranges share a piece: a piece has a cost of its own.
 */
final class RangePieces {
  /** Pieces for every thread: enough for threads to end at about the same time. */
  static final int PIECES_PER_THREAD = 8;

  private RangePieces() {}

  /** The spans of each piece, in the order in which a scan walks them. */
  static List<List<KeySpan>> cut(
      List<KeySpan> spans, RangeMap ranges, int piecesMax, boolean reverse) {
    List<KeySpan> parts = new ArrayList<>();
    for (KeySpan span : spans) {
      for (RangeDescriptor range : ranges.overlapping(span)) {
        parts.add(span.intersect(range.span()));
      }
    }
    int count = Math.min(piecesMax, parts.size());
    List<List<KeySpan>> pieces = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) parts.size() * i / count);
      int to = (int) ((long) parts.size() * (i + 1) / count);
      pieces.add(join(parts.subList(from, to)));
    }
    if (reverse) {
      Collections.reverse(pieces);
    }
    return pieces;
  }

  /** The same keys in fewer spans: those that meet become one. */
  static List<KeySpan> join(List<KeySpan> ascending) {
    List<KeySpan> joined = new ArrayList<>();
    for (KeySpan span : ascending) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).end().equals(span.start())) {
        joined.set(last, new KeySpan(joined.get(last).start(), span.end()));
      } else {
        joined.add(span);
      }
    }
    return joined;
  }
}
