package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/** Complete definition of a sequence. */
public record SequenceDefinition(
    SequenceType type, Numbers numbers, boolean cycle, WireSequenceMode mode, SequenceOwner owner) {
  public SequenceDefinition {
    requireNonNull(type, "type is null");
    requireNonNull(numbers, "numbers is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(owner, "owner is null");
  }

  /**
   * Numeric parameters of a sequence.
   *
   * @param cache initial number of values that are reserved at a time
   */
  public record Numbers(long increment, long min, long max, long start, long cache) {
    public Numbers {
      if (increment == 0 || min > max || cache < 1) {
        throw new IllegalArgumentException(
            "sequence parameters are invalid: increment="
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
