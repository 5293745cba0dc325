package dev.colonnade.scan.filter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;

/**
 * Range of byte strings from {@code start}, included, to {@code end}, excluded; empty if reversed.
 */
record BytesSpan(Key start, Key end) {
  BytesSpan {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
  }

  boolean isEmpty() {
    return start.compareTo(end) >= 0;
  }

  boolean isEverything() {
    return end.isInfinity() && start.length() == 0;
  }

  BytesSpan intersect(BytesSpan other) {
    return new BytesSpan(Key.max(start, other.start), Key.min(end, other.end));
  }

  /**
   * Returns the range of the byte strings that satisfy a comparison with a literal, not NOT_EQUAL.
   */
  static BytesSpan matching(Comparison comparison, Key literal) {
    return switch (comparison) {
      case EQUAL -> new BytesSpan(literal, literal.successor());
      case LESS -> new BytesSpan(Key.EMPTY, literal);
      case LESS_OR_EQUAL -> new BytesSpan(Key.EMPTY, literal.successor());
      case GREATER -> new BytesSpan(literal.successor(), Key.INFINITY);
      case GREATER_OR_EQUAL -> new BytesSpan(literal, Key.INFINITY);
      case NOT_EQUAL -> throw new IllegalArgumentException("not a range: comparison=NOT_EQUAL");
    };
  }
}
