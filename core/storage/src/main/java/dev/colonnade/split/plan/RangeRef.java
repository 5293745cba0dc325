package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;

/**
 * Stable reference to a range: a split or merge preserves the id and the start of its first piece.
 *
 * @param id id of the range
 * @param start first key of the range
 */
public record RangeRef(long id, Key start) {
  public RangeRef {
    requireNonNull(start, "start is null");
  }

  public static RangeRef of(RangeDescriptor range) {
    return new RangeRef(range.id(), range.span().start());
  }
}
