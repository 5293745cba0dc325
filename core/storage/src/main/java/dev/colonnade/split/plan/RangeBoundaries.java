package dev.colonnade.split.plan;

import dev.colonnade.key.Key;

/** Classifier of range boundaries, by which the catalog restricts merges. Thread-safe. */
public interface RangeBoundaries {
  /** Classifier for stores in which all keys belong to one table. */
  RangeBoundaries NONE = key -> Border.INNER;

  /** Returns the kind of the boundary at {@code key}. */
  Border at(Key key);

  /** Kind of a range boundary. */
  enum Border {
    /** Boundary of a table, which no range may span. */
    TABLE,
    /** Boundary within a table. */
    INNER,
    /** Boundary in the key space of a dropped table, which is never used again. */
    ABANDONED
  }
}
