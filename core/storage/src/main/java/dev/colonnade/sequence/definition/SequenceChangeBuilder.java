package dev.colonnade.sequence.definition;

import org.jspecify.annotations.Nullable;

/** Builder of {@link SequenceChange}. */
public final class SequenceChangeBuilder {
  private @Nullable SequenceDataType as;
  private OptionChange increment = OptionChange.KEEP;
  private OptionChange min = OptionChange.KEEP;
  private OptionChange max = OptionChange.KEEP;
  private OptionChange start = OptionChange.KEEP;
  private OptionChange cache = OptionChange.KEEP;
  private @Nullable Boolean cycle;
  private @Nullable SequenceMode mode;
  private SequenceChange.@Nullable Ownership ownership;
  private OptionChange restart = OptionChange.KEEP;

  SequenceChangeBuilder() {}

  public SequenceChangeBuilder as(SequenceDataType kind) {
    as = kind;
    return this;
  }

  public SequenceChangeBuilder increment(long value) {
    increment = OptionChange.to(value);
    return this;
  }

  public SequenceChangeBuilder min(OptionChange adjustment) {
    min = adjustment;
    return this;
  }

  public SequenceChangeBuilder max(OptionChange adjustment) {
    max = adjustment;
    return this;
  }

  public SequenceChangeBuilder start(long value) {
    start = OptionChange.to(value);
    return this;
  }

  public SequenceChangeBuilder cache(long count) {
    cache = OptionChange.to(count);
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
  public SequenceChangeBuilder ownedBy(@Nullable OwningColumn owner) {
    ownership = new SequenceChange.Ownership(owner);
    return this;
  }

  public SequenceChangeBuilder restart(OptionChange adjustment) {
    restart = adjustment;
    return this;
  }

  public SequenceChange build() {
    return new SequenceChange(
        as, increment, min, max, start, cache, cycle, mode, ownership, restart);
  }
}
