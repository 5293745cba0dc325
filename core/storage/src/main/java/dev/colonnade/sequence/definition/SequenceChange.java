package dev.colonnade.sequence.definition;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Options of an ALTER SEQUENCE statement. Options that the statement does not name do not change.
 *
 * @param as data type, or null
 * @param increment increment; {@link OptionChange#DEFAULT} is 1
 * @param min minimum value; the default depends on the type and the direction
 * @param max maximum value; the default depends on the type and the direction
 * @param start start value, used only by RESTART without a value; the default is the first bound in
 *     the direction of counting
 * @param cache number of values reserved together; {@link OptionChange#DEFAULT} is 1
 * @param cycle whether the sequence cycles, or null
 * @param mode mode, or null
 * @param ownership OWNED BY, or null
 * @param restart new position; {@link OptionChange#DEFAULT} is RESTART without a value, at START
 */
public record SequenceChange(
    @Nullable SequenceDataType as,
    OptionChange increment,
    OptionChange min,
    OptionChange max,
    OptionChange start,
    OptionChange cache,
    @Nullable Boolean cycle,
    @Nullable SequenceMode mode,
    @Nullable Ownership ownership,
    OptionChange restart) {

  /** New OWNED BY column, or null for OWNED BY NONE. */
  public record Ownership(@Nullable OwningColumn owner) {}

  /** Options and position after a change. */
  public record Changed(SequenceOptions options, SequencePosition position) {}

  public SequenceChange {
    requireNonNull(increment, "increment is null");
    requireNonNull(min, "min is null");
    requireNonNull(max, "max is null");
    requireNonNull(start, "start is null");
    requireNonNull(cache, "cache is null");
    requireNonNull(restart, "restart is null");
  }

  /** Returns a builder without any change. */
  public static SequenceChangeBuilder builder() {
    return new SequenceChangeBuilder();
  }

  /** Returns a change that consists of RESTART without a value. */
  public static SequenceChange restartAtStart() {
    return builder().restart(OptionChange.DEFAULT).build();
  }

  /** Returns whether the change sets a position that does not depend on the current one. */
  public boolean isRestart() {
    return restart != OptionChange.KEEP;
  }

  /**
   * Returns the options and the position of a sequence after the change. Throws INVALID_ARGUMENT
   * with PostgreSQL's message if they contradict each other.
   */
  public Changed apply(SequenceOptions before, SequencePosition current) {
    SequenceDataType newAs = as == null ? before.as() : as;
    long newIncrement = number(increment, before.increment(), 1);
    SequenceOptions.requireIncrement(newIncrement);
    long newMax = max(before, newAs, newIncrement);
    SequenceOptions.requireType("MAXVALUE", newMax, newAs);
    long newMin = min(before, newAs, newIncrement);
    long defaultStart = newIncrement > 0 ? newMin : newMax;
    SequenceOptions after =
        new SequenceOptions(
            newAs,
            newIncrement,
            newMin,
            newMax,
            number(start, before.start(), defaultStart),
            number(cache, before.cache(), 1),
            cycle == null ? before.cycle() : cycle,
            mode == null ? before.mode() : mode,
            ownership == null ? before.ownedBy() : ownership.owner());
    return new Changed(after, position(after, current));
  }

  private SequencePosition position(SequenceOptions after, SequencePosition current) {
    SequencePosition position =
        switch (restart) {
          case OptionChange.Unchanged.KEEP -> current;
          case OptionChange.Reset.DEFAULT -> new SequencePosition(after.start(), false);
          case OptionChange.To(long value) -> new SequencePosition(value, false);
        };
    SequenceOptions.requireWithin("RESTART", position.value(), after.min(), after.max());
    return position;
  }

  /**
   * Returns the new maximum. As in PostgreSQL, a bound equal to the old type's bound becomes the
   * new type's bound.
   */
  private long max(SequenceOptions before, SequenceDataType newAs, long newIncrement) {
    boolean follows = as != null && before.max() == before.as().max();
    long otherwise = follows ? newAs.max() : before.max();
    long reset = follows ? newAs.max() : SequenceOptionsBuilder.defaultMax(newAs, newIncrement);
    return number(max, otherwise, reset);
  }

  private long min(SequenceOptions before, SequenceDataType newAs, long newIncrement) {
    boolean follows = as != null && before.min() == before.as().min();
    long otherwise = follows ? newAs.min() : before.min();
    long reset = follows ? newAs.min() : SequenceOptionsBuilder.defaultMin(newAs, newIncrement);
    return number(min, otherwise, reset);
  }

  private static long number(OptionChange adjustment, long before, long reset) {
    return switch (adjustment) {
      case OptionChange.Unchanged.KEEP -> before;
      case OptionChange.Reset.DEFAULT -> reset;
      case OptionChange.To(long value) -> value;
    };
  }
}
