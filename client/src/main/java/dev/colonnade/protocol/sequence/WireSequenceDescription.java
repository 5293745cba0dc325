package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/**
 * Definition and current state of a sequence at the server.
 *
 * @param id identifier that a rename does not change, and that is never reused for another sequence
 */
public record WireSequenceDescription(
    long id, String name, SequenceDefinition definition, State state) {
  public WireSequenceDescription {
    requireNonNull(name, "name is null");
    requireNonNull(definition, "definition is null");
    requireNonNull(state, "state is null");
  }

  /**
   * Current state of a sequence.
   *
   * @param epoch number that every change increments; values that were reserved in an earlier epoch
   *     are not returned afterwards
   * @param lastValue the last value that was reserved; the start value if {@code isCalled} is false
   * @param isCalled whether {@code lastValue} is consumed
   */
  public record State(long epoch, long lastValue, boolean isCalled) {
    public State {
      if (epoch < 0) {
        throw new IllegalArgumentException("epoch=" + epoch + " is below 0");
      }
    }
  }
}
