package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/** All that defines a sequence. */
public record SequenceDefinition(
    SequenceType type, Numbers numbers, boolean cycle, SequenceMode mode, SequenceOwner owner) {
  public SequenceDefinition {
    requireNonNull(type, "type is null");
    requireNonNull(numbers, "numbers is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(owner, "owner is null");
  }

  /**
   * Its numbers.
   *
   * @param cache values that are reserved at a time, to begin with
   */
  public record Numbers(long increment, long min, long max, long start, long cache) {
    public Numbers {
      if (increment == 0 || min > max || cache < 1) {
        throw new IllegalArgumentException(
            "no sequence is like this: increment="
                + increment
                + " min="
                + min
                + " max="
                + max
                + " cache="
                + cache);
      }
    }
  }
}
