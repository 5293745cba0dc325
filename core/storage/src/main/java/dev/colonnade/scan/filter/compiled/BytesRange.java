package dev.colonnade.scan.filter.compiled;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.scan.filter.Comparison;

/**
 * Range of byte strings from {@code start}, included, to {@code end}, excluded; empty if reversed.
 */
record BytesRange(Key start, Key end) {
  BytesRange {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
  }

  boolean isEmpty() {
    return start.compareTo(end) >= 0;
  }

  boolean isEverything() {
    return end.isInfinity() && start.length() == 0;
  }

  BytesRange intersect(BytesRange other) {
    return new BytesRange(Key.max(start, other.start), Key.min(end, other.end));
  }

  /**
   * Returns the range of the byte strings that satisfy a comparison with a literal, not NOT_EQUAL.
   */
  static BytesRange matching(Comparison comparison, Key literal) {
    return switch (comparison) {
      case EQUAL -> new BytesRange(literal, literal.successor());
      case LESS -> new BytesRange(Key.EMPTY, literal);
      case LESS_OR_EQUAL -> new BytesRange(Key.EMPTY, literal.successor());
      case GREATER -> new BytesRange(literal.successor(), Key.INFINITY);
      case GREATER_OR_EQUAL -> new BytesRange(literal, Key.INFINITY);
      case NOT_EQUAL -> throw new IllegalArgumentException("not a range: comparison=NOT_EQUAL");
    };
  }
}
