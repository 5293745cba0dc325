package dev.colonnade.split.plan;

import dev.colonnade.key.Key;

/** What this package has to know about tables: where their ranges meet. Called by many threads. */
public interface RangeBorders {
  /** All keys are of one table. */
  RangeBorders NONE = key -> Border.INNER;

  /** What it means that a range begins at {@code key}. */
  Border at(Key key);

  /** The kinds of places at which ranges meet. */
  enum Border {
    /** A table begins or ends here: no range may reach across. */
    TABLE,
    /** Within a table. */
    INNER,
    /** Nothing is here any more, and never will be. */
    ABANDONED
  }
}
