package dev.colonnade.protocol.sequence;

/** Optional numeric parameter of a sequence definition. */
public sealed interface OptionValue {
  OptionValue UNSET = new Unset();
  OptionValue STANDARD = new Standard();

  /** Returns the option of that value. */
  static OptionValue of(long value) {
    return new Given(value);
  }

  /** Unspecified: a new sequence has the default, an altered one retains its current value. */
  record Unset() implements OptionValue {}

  /** The default, such as {@code NO MINVALUE}, or {@code RESTART} without a value. */
  record Standard() implements OptionValue {}

  /** An explicit value. */
  record Given(long value) implements OptionValue {}
}
