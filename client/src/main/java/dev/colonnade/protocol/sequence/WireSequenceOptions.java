package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Options of {@code CREATE SEQUENCE} and {@code ALTER SEQUENCE}, with PostgreSQL's meanings: an
 * unspecified option has its default when the sequence is created, and retains its value when the
 * sequence is altered. The server checks that the options are consistent.
 */
public record WireSequenceOptions(
    Optional<SequenceType> type,
    SequenceNumbers numbers,
    Optional<Boolean> cycle,
    Optional<WireSequenceMode> mode,
    Optional<SequenceOwner> owner) {
  /** All options are unspecified. */
  public static final WireSequenceOptions UNSET =
      new WireSequenceOptions(
          Optional.empty(),
          SequenceNumbers.UNSET,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public WireSequenceOptions {
    requireNonNull(type, "type is null");
    requireNonNull(numbers, "numbers is null");
    requireNonNull(cycle, "cycle is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(owner, "owner is null");
  }

  /** Returns a builder in which all options are unspecified. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builder of sequence options. */
  public static final class Builder {
    private Optional<SequenceType> type = Optional.empty();
    private OptionValue increment = OptionValue.UNSET;
    private OptionValue min = OptionValue.UNSET;
    private OptionValue max = OptionValue.UNSET;
    private OptionValue start = OptionValue.UNSET;
    private OptionValue cache = OptionValue.UNSET;
    private Optional<Boolean> cycle = Optional.empty();
    private Optional<WireSequenceMode> mode = Optional.empty();
    private Optional<SequenceOwner> owner = Optional.empty();

    private Builder() {}

    /** Sets {@code AS}. */
    public Builder type(SequenceType newType) {
      type = Optional.of(newType);
      return this;
    }

    /** Sets {@code INCREMENT BY}. */
    public Builder increment(long step) {
      increment = OptionValue.of(step);
      return this;
    }

    /** Sets {@code MINVALUE}. */
    public Builder min(long least) {
      min = OptionValue.of(least);
      return this;
    }

    /** Sets {@code NO MINVALUE}. */
    public Builder noMin() {
      min = OptionValue.STANDARD;
      return this;
    }

    /** Sets {@code MAXVALUE}. */
    public Builder max(long most) {
      max = OptionValue.of(most);
      return this;
    }

    /** Sets {@code NO MAXVALUE}. */
    public Builder noMax() {
      max = OptionValue.STANDARD;
      return this;
    }

    /** Sets {@code START WITH}. */
    public Builder start(long first) {
      start = OptionValue.of(first);
      return this;
    }

    /** Sets {@code CACHE}. */
    public Builder cache(long count) {
      cache = OptionValue.of(count);
      return this;
    }

    /** Sets {@code CYCLE} or {@code NO CYCLE}. */
    public Builder cycle(boolean cycles) {
      cycle = Optional.of(cycles);
      return this;
    }

    public Builder mode(WireSequenceMode newMode) {
      mode = Optional.of(newMode);
      return this;
    }

    /** Sets {@code OWNED BY}. */
    public Builder ownedBy(String table, String column) {
      owner = Optional.of(new SequenceOwner(table, column));
      return this;
    }

    /** Sets {@code OWNED BY NONE}. */
    public Builder ownedByNone() {
      owner = Optional.of(SequenceOwner.NONE);
      return this;
    }

    public WireSequenceOptions build() {
      return new WireSequenceOptions(
          type, new SequenceNumbers(increment, min, max, start, cache), cycle, mode, owner);
    }
  }
}
