package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;

/**
 * A name for a range that lasts as long as the range does: splits and merges leave the first of its
 * pieces its id and its start.
 *
 * @param id of the range
 * @param start its first key
 */
public record RangeRef(long id, Key start) {
  public RangeRef {
    requireNonNull(start, "start is null");
  }

  public static RangeRef of(RangeDescriptor range) {
    return new RangeRef(range.id(), range.span().start());
  }
}
