package dev.colonnade.sequence.definition;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What ALTER SEQUENCE changes; what it does not name stays.
 *
 * @param as the type, or null
 * @param increment {@link Adjustment#DEFAULT} is 1, as for all of these
 * @param min the default depends on the type and the direction
 * @param max the default depends on the type and the direction
 * @param start only where CREATE would begin and RESTART without a value goes
 * @param cache values reserved at once
 * @param cycle or null
 * @param mode or null
 * @param ownership or null
 * @param restart {@link Adjustment#DEFAULT} is RESTART without a value: at START
 */
public record SequenceChange(
    @Nullable IntegerKind as,
    Adjustment increment,
    Adjustment min,
    Adjustment max,
    Adjustment start,
    Adjustment cache,
    @Nullable Boolean cycle,
    @Nullable SequenceMode mode,
    @Nullable Ownership ownership,
    Adjustment restart) {

  /** The new owner, or nobody. */
  public record Ownership(@Nullable ColumnOwner owner) {}

  /** What a change results in. */
  public record Changed(SequenceOptions options, Position position) {}

  public SequenceChange {
    requireNonNull(increment, "increment is null");
    requireNonNull(min, "min is null");
    requireNonNull(max, "max is null");
    requireNonNull(start, "start is null");
    requireNonNull(cache, "cache is null");
    requireNonNull(restart, "restart is null");
  }

  /** A change of nothing yet. */
  public static SequenceChangeBuilder builder() {
    return new SequenceChangeBuilder();
  }

  /** RESTART, and nothing else. */
  public static SequenceChange restartAtStart() {
    return builder().restart(Adjustment.DEFAULT).build();
  }

  /** Whether the sequence goes to a position that does not depend on where it stands. */
  public boolean isRestart() {
    return restart != Adjustment.KEEP;
  }

  /**
   * The options and the position after the change of a sequence. INVALID_ARGUMENT with PostgreSQL's
   * message if they would contradict each other.
   */
  public Changed apply(SequenceOptions before, Position standing) {
    IntegerKind newAs = as == null ? before.as() : as;
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
    return new Changed(after, position(after, standing));
  }

  private Position position(SequenceOptions after, Position standing) {
    Position position =
        switch (restart) {
          case Adjustment.Unsaid.KEEP -> standing;
          case Adjustment.Reset.DEFAULT -> new Position(after.start(), false);
          case Adjustment.To(long value) -> new Position(value, false);
        };
    SequenceOptions.requireWithin("RESTART", position.value(), after.min(), after.max());
    return position;
  }

  /** As in PostgreSQL, a bound that was the old type's becomes the new type's. */
  private long max(SequenceOptions before, IntegerKind newAs, long newIncrement) {
    boolean follows = as != null && before.max() == before.as().max();
    long otherwise = follows ? newAs.max() : before.max();
    long reset = follows ? newAs.max() : SequenceOptionsBuilder.defaultMax(newAs, newIncrement);
    return number(max, otherwise, reset);
  }

  private long min(SequenceOptions before, IntegerKind newAs, long newIncrement) {
    boolean follows = as != null && before.min() == before.as().min();
    long otherwise = follows ? newAs.min() : before.min();
    long reset = follows ? newAs.min() : SequenceOptionsBuilder.defaultMin(newAs, newIncrement);
    return number(min, otherwise, reset);
  }

  private static long number(Adjustment adjustment, long before, long reset) {
    return switch (adjustment) {
      case Adjustment.Unsaid.KEEP -> before;
      case Adjustment.Reset.DEFAULT -> reset;
      case Adjustment.To(long value) -> value;
    };
  }
}
