package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

/**
 * Difference between two answers.
 *
 * @param kind short text that is equal for differences of one kind; a reduction preserves it
 * @param detail what differs, in more words
 */
record Difference(String kind, String detail, Answer expected, Answer actual) {
  Difference {
    requireNonNull(kind, "kind is null");
    requireNonNull(detail, "detail is null");
  }

  /** Returns whether both succeed with different rows. */
  boolean isOfRows() {
    return !isError()
        && (kind.endsWith(" rows")
            || kind.endsWith("values")
            || kind.equals("order")
            || kind.endsWith("digits of numeric"));
  }

  /** Returns whether the kind is an error of one side, or different errors. */
  boolean isError() {
    return kind.startsWith("error");
  }
}
