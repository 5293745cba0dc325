package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

/** Optional numeric parameters of a sequence definition. */
public record SequenceNumbers(
    OptionValue increment, OptionValue min, OptionValue max, OptionValue start, OptionValue cache) {
  /** All parameters are unspecified. */
  public static final SequenceNumbers UNSET =
      new SequenceNumbers(
          OptionValue.UNSET,
          OptionValue.UNSET,
          OptionValue.UNSET,
          OptionValue.UNSET,
          OptionValue.UNSET);

  public SequenceNumbers {
    requireNonNull(increment, "increment is null");
    requireNonNull(min, "min is null");
    requireNonNull(max, "max is null");
    requireNonNull(start, "start is null");
    requireNonNull(cache, "cache is null");
  }
}
