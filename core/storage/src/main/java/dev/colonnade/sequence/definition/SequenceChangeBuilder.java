package dev.colonnade.sequence.definition;

import org.jspecify.annotations.Nullable;

/** Builder of {@link SequenceChange}. */
public final class SequenceChangeBuilder {
  private @Nullable IntegerKind as;
  private Adjustment increment = Adjustment.KEEP;
  private Adjustment min = Adjustment.KEEP;
  private Adjustment max = Adjustment.KEEP;
  private Adjustment start = Adjustment.KEEP;
  private Adjustment cache = Adjustment.KEEP;
  private @Nullable Boolean cycle;
  private @Nullable SequenceMode mode;
  private SequenceChange.@Nullable Ownership ownership;
  private Adjustment restart = Adjustment.KEEP;

  SequenceChangeBuilder() {}

  public SequenceChangeBuilder as(IntegerKind kind) {
    as = kind;
    return this;
  }

  public SequenceChangeBuilder increment(long value) {
    increment = Adjustment.to(value);
    return this;
  }

  public SequenceChangeBuilder min(Adjustment adjustment) {
    min = adjustment;
    return this;
  }

  public SequenceChangeBuilder max(Adjustment adjustment) {
    max = adjustment;
    return this;
  }

  public SequenceChangeBuilder start(long value) {
    start = Adjustment.to(value);
    return this;
  }

  public SequenceChangeBuilder cache(long count) {
    cache = Adjustment.to(count);
    return this;
  }

  public SequenceChangeBuilder cycle(boolean doesCycle) {
    cycle = doesCycle;
    return this;
  }

  public SequenceChangeBuilder mode(SequenceMode newMode) {
    mode = newMode;
    return this;
  }

  /** Sets the new owner; null for OWNED BY NONE. */
  public SequenceChangeBuilder ownedBy(@Nullable ColumnOwner owner) {
    ownership = new SequenceChange.Ownership(owner);
    return this;
  }

  public SequenceChangeBuilder restart(Adjustment adjustment) {
    restart = adjustment;
    return this;
  }

  public SequenceChange build() {
    return new SequenceChange(
        as, increment, min, max, start, cache, cycle, mode, ownership, restart);
  }
}
