package dev.colonnade.sequence.definition;

import org.jspecify.annotations.Nullable;

/** Builder of {@link SequenceOptions}. Options that are not set have PostgreSQL's defaults. */
public final class SequenceOptionsBuilder {
  private SequenceDataType as = SequenceDataType.BIGINT;
  private long increment = 1;
  private @Nullable Long min;
  private @Nullable Long max;
  private @Nullable Long start;
  private long cache = 1;
  private boolean cycle;
  private SequenceMode mode = SequenceMode.NORMAL;
  private @Nullable OwningColumn ownedBy;

  SequenceOptionsBuilder() {}

  /** Sets the data type; default BIGINT. */
  public SequenceOptionsBuilder as(SequenceDataType kind) {
    as = kind;
    return this;
  }

  /** Sets the increment; default 1. */
  public SequenceOptionsBuilder increment(long value) {
    increment = value;
    return this;
  }

  /**
   * Sets MINVALUE; null for the default: 1 if the sequence ascends, the type's smallest value if it
   * descends.
   */
  public SequenceOptionsBuilder min(@Nullable Long value) {
    min = value;
    return this;
  }

  /**
   * Sets MAXVALUE; null for the default: the type's greatest value if the sequence ascends, -1 if
   * it descends.
   */
  public SequenceOptionsBuilder max(@Nullable Long value) {
    max = value;
    return this;
  }

  /**
   * Sets START; null for the default: MINVALUE if the sequence ascends, MAXVALUE if it descends.
   */
  public SequenceOptionsBuilder start(@Nullable Long value) {
    start = value;
    return this;
  }

  /** Sets CACHE; default 1. */
  public SequenceOptionsBuilder cache(long count) {
    cache = count;
    return this;
  }

  /** Sets whether the sequence cycles; default false. */
  public SequenceOptionsBuilder cycle(boolean doesCycle) {
    cycle = doesCycle;
    return this;
  }

  /** Sets the mode; default {@link SequenceMode#NORMAL}. */
  public SequenceOptionsBuilder mode(SequenceMode newMode) {
    mode = newMode;
    return this;
  }

  /** Sets the OWNED BY column; default none. */
  public SequenceOptionsBuilder ownedBy(@Nullable OwningColumn owner) {
    ownedBy = owner;
    return this;
  }

  /**
   * Returns the options. Throws INVALID_ARGUMENT with PostgreSQL's message if they contradict each
   * other.
   */
  public SequenceOptions build() {
    SequenceOptions.requireIncrement(increment);
    long lowest = min != null ? min : defaultMin(as, increment);
    long highest = max != null ? max : defaultMax(as, increment);
    long first = start != null ? start : increment > 0 ? lowest : highest;
    return new SequenceOptions(as, increment, lowest, highest, first, cache, cycle, mode, ownedBy);
  }

  static long defaultMin(SequenceDataType as, long increment) {
    return increment > 0 ? 1 : as.min();
  }

  static long defaultMax(SequenceDataType as, long increment) {
    return increment > 0 ? as.max() : -1;
  }
}
