package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/**
 * A sequence as the server knows it.
 *
 * @param id stays when it is renamed, and is never given to another sequence
 */
public record SequenceDescription(
    long id, String name, SequenceDefinition definition, State state) {
  public SequenceDescription {
    requireNonNull(name, "name is null");
    requireNonNull(definition, "definition is null");
    requireNonNull(state, "state is null");
  }

  /**
   * What it is at.
   *
   * @param epoch raised by every change; values reserved before are not given out afterwards
   * @param lastValue the last value that was reserved; where it starts if {@code isCalled} is false
   * @param isCalled whether {@code lastValue} is used up
   */
  public record State(long epoch, long lastValue, boolean isCalled) {
    public State {
      if (epoch < 0) {
        throw new IllegalArgumentException("epoch=" + epoch + " is below 0");
      }
    }
  }
}
