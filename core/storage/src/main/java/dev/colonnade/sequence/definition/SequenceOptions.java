package dev.colonnade.sequence.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How a sequence counts: the options of PostgreSQL's CREATE SEQUENCE, refused with its messages and
 * SQLSTATEs, and a mode.
 *
 * @param as the type of the values
 * @param increment the distance of a value from the one before it, not 0
 * @param min no value is smaller
 * @param max no value is greater
 * @param start the first value
 * @param cache how many values are reserved at once, at least
 * @param cycle whether the first value follows on the last; otherwise the sequence ends there
 * @param mode what is promised about order and density
 * @param ownedBy the column that takes the sequence with it when it is dropped, or null
 */
public record SequenceOptions(
    IntegerKind as,
    long increment,
    long min,
    long max,
    long start,
    long cache,
    boolean cycle,
    SequenceMode mode,
    @Nullable ColumnOwner ownedBy) {

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

  /** Options of which none is said yet. */
  public static SequenceOptionsBuilder builder() {
    return new SequenceOptionsBuilder();
  }

  /** What CREATE SEQUENCE does without options. */
  public static SequenceOptions defaults() {
    return builder().build();
  }

  /** The same, belonging to another column, or to none. */
  public SequenceOptions ownedBy(@Nullable ColumnOwner owner) {
    return new SequenceOptions(as, increment, min, max, start, cache, cycle, mode, owner);
  }

  /** Where a new sequence stands. */
  public Position startPosition() {
    return new Position(start, false);
  }

  /** Whether values rise. */
  public boolean ascends() {
    return increment > 0;
  }

  /** The bound that values run to. */
  long end() {
    return ascends() ? max : min;
  }

  /** The value that follows on the last one in a cycle. */
  long cycleStart() {
    return ascends() ? min : max;
  }

  static void requireIncrement(long increment) {
    if (increment == 0) {
      throw invalid("INCREMENT must not be zero");
    }
  }

  static void requireType(String option, long value, IntegerKind as) {
    if (!as.holds(value)) {
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
