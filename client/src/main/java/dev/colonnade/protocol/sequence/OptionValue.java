package dev.colonnade.protocol.sequence;

/** What is said of a number that a sequence is defined by. */
public sealed interface OptionValue {
  OptionValue UNSET = new Unset();
  OptionValue STANDARD = new Standard();

  /** The value. */
  static OptionValue of(long value) {
    return new Given(value);
  }

  /** Nothing: a new sequence takes the default, a changed one keeps what it has. */
  record Unset() implements OptionValue {}

  /** The default, such as {@code NO MINVALUE}, or {@code RESTART} without a value. */
  record Standard() implements OptionValue {}

  /** This value. */
  record Given(long value) implements OptionValue {}
}
