package dev.colonnade.sequence.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Options of PostgreSQL's CREATE SEQUENCE, validated with its messages and SQLSTATEs, and a mode.
 *
 * @param as data type of the values
 * @param increment difference between consecutive values, not 0
 * @param min smallest value
 * @param max greatest value
 * @param start first value
 * @param cache minimum number of values reserved together
 * @param cycle whether the sequence wraps around at its last value; otherwise it is exhausted there
 * @param mode guarantee about order and gaps
 * @param ownedBy column whose drop drops the sequence, or null
 */
public record SequenceOptions(
    SequenceDataType as,
    long increment,
    long min,
    long max,
    long start,
    long cache,
    boolean cycle,
    SequenceMode mode,
    @Nullable OwningColumn ownedBy) {

  public SequenceOptions {
    requireNonNull(as, "as is null");
    requireNonNull(mode, "mode is null");
    requireIncrement(increment);
    requireType("MAXVALUE", max, as);
    requireType("MINVALUE", min, as);
    if (min >= max) {
      throw invalid("MINVALUE (%d) must be less than MAXVALUE (%d)".formatted(min, max));
    }
    requireWithin("START", start, min, max);
    if (cache < 1) {
      throw invalid("CACHE (%d) must be greater than zero".formatted(cache));
    }
    if (mode == SequenceMode.GAPLESS && cache != 1) {
      throw invalid("CACHE (%d) must be 1 for a gapless sequence".formatted(cache));
    }
  }

  /** Returns a builder with all options at their defaults. */
  public static SequenceOptionsBuilder builder() {
    return new SequenceOptionsBuilder();
  }

  /** Returns the options of CREATE SEQUENCE without any option. */
  public static SequenceOptions defaults() {
    return builder().build();
  }

  /** Returns a copy that is owned by another column, or by none. */
  public SequenceOptions ownedBy(@Nullable OwningColumn owner) {
    return new SequenceOptions(as, increment, min, max, start, cache, cycle, mode, owner);
  }

  /** Returns the position of a new sequence. */
  public SequencePosition startPosition() {
    return new SequencePosition(start, false);
  }

  /** Returns whether values increase. */
  public boolean ascends() {
    return increment > 0;
  }

  /** Returns the bound toward which the sequence counts. */
  long end() {
    return ascends() ? max : min;
  }

  /** Returns the value that follows the last one if the sequence cycles. */
  long cycleStart() {
    return ascends() ? min : max;
  }

  static void requireIncrement(long increment) {
    if (increment == 0) {
      throw invalid("INCREMENT must not be zero");
    }
  }

  static void requireType(String option, long value, SequenceDataType as) {
    if (!as.contains(value)) {
      throw invalid(
          "%s (%d) is out of range for sequence data type %s"
              .formatted(option, value, as.sqlName()));
    }
  }

  static void requireWithin(String option, long value, long min, long max) {
    if (value < min) {
      throw invalid(
          "%s value (%d) cannot be less than MINVALUE (%d)".formatted(option, value, min));
    }
    if (value > max) {
      throw invalid(
          "%s value (%d) cannot be greater than MAXVALUE (%d)".formatted(option, value, max));
    }
  }

  static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
