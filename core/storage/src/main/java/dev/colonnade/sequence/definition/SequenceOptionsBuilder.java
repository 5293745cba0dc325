package dev.colonnade.sequence.definition;

import org.jspecify.annotations.Nullable;

/** Collects the options of CREATE SEQUENCE. What is not said gets PostgreSQL's default. */
public final class SequenceOptionsBuilder {
  private IntegerKind as = IntegerKind.BIGINT;
  private long increment = 1;
  private @Nullable Long min;
  private @Nullable Long max;
  private @Nullable Long start;
  private long cache = 1;
  private boolean cycle;
  private SequenceMode mode = SequenceMode.NORMAL;
  private @Nullable ColumnOwner ownedBy;

  SequenceOptionsBuilder() {}

  /** Default BIGINT. */
  public SequenceOptionsBuilder as(IntegerKind kind) {
    as = kind;
    return this;
  }

  /** Default 1. */
  public SequenceOptionsBuilder increment(long value) {
    increment = value;
    return this;
  }

  /** Default 1 where values rise, the type's smallest where they fall; null for the default. */
  public SequenceOptionsBuilder min(@Nullable Long value) {
    min = value;
    return this;
  }

  /** Default the type's greatest where values rise, -1 where they fall; null for the default. */
  public SequenceOptionsBuilder max(@Nullable Long value) {
    max = value;
    return this;
  }

  /** Default the smallest value where values rise, the greatest where they fall. */
  public SequenceOptionsBuilder start(@Nullable Long value) {
    start = value;
    return this;
  }

  /** Default 1. */
  public SequenceOptionsBuilder cache(long count) {
    cache = count;
    return this;
  }

  /** Default no. */
  public SequenceOptionsBuilder cycle(boolean doesCycle) {
    cycle = doesCycle;
    return this;
  }

  /** Default {@link SequenceMode#NORMAL}. */
  public SequenceOptionsBuilder mode(SequenceMode wanted) {
    mode = wanted;
    return this;
  }

  /** Default none. */
  public SequenceOptionsBuilder ownedBy(@Nullable ColumnOwner owner) {
    ownedBy = owner;
    return this;
  }

  /** The options; INVALID_ARGUMENT with PostgreSQL's message if they contradict each other. */
  public SequenceOptions build() {
    SequenceOptions.requireIncrement(increment);
    long lowest = min != null ? min : defaultMin(as, increment);
    long highest = max != null ? max : defaultMax(as, increment);
    long first = start != null ? start : increment > 0 ? lowest : highest;
    return new SequenceOptions(as, increment, lowest, highest, first, cache, cycle, mode, ownedBy);
  }

  static long defaultMin(IntegerKind as, long increment) {
    return increment > 0 ? 1 : as.min();
  }

  static long defaultMax(IntegerKind as, long increment) {
    return increment > 0 ? as.max() : -1;
  }
}
