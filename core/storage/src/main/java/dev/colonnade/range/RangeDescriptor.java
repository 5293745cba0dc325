package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;

/**
 * A range.
 *
 * @param id never reused
 * @param span the keys that it holds; not empty
 * @param generation rises whenever the span changes
 */
public record RangeDescriptor(long id, KeySpan span, long generation) {
  public RangeDescriptor {
    requireNonNull(span, "span is null");
    if (id < 1 || generation < 1 || span.isEmpty()) {
      throw new IllegalArgumentException(
          "not a range id=%d span=%s generation=%d".formatted(id, span, generation));
    }
  }

  /** The same range with another span, one generation later. */
  RangeDescriptor withSpan(KeySpan other, long newGeneration) {
    return new RangeDescriptor(id, other, newGeneration);
  }
}
