package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;

/**
 * Descriptor of a range.
 *
 * @param id unique id, never reused
 * @param span keys of the range; not empty
 * @param generation generation number, which increases with every change of the span
 */
public record RangeDescriptor(long id, KeySpan span, long generation) {
  public RangeDescriptor {
    requireNonNull(span, "span is null");
    if (id < 1 || generation < 1 || span.isEmpty()) {
      throw new IllegalArgumentException(
          "not a range id=%d span=%s generation=%d".formatted(id, span, generation));
    }
  }
}
