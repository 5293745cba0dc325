package dev.colonnade.protocol.sequence;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a user says of a sequence, with PostgreSQL's meanings: what is not said has its default when
 * the sequence is created, and stays as it is when it is altered. The server checks that the
 * options fit together.
 */
public record SequenceOptions(
    Optional<SequenceType> type,
    SequenceNumbers numbers,
    Optional<Boolean> cycle,
    Optional<SequenceMode> mode,
    Optional<SequenceOwner> owner) {
  /** Nothing is said. */
  public static final SequenceOptions UNSET =
      new SequenceOptions(
          Optional.empty(),
          SequenceNumbers.UNSET,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public SequenceOptions {
    requireNonNull(type, "type is null");
    requireNonNull(numbers, "numbers is null");
    requireNonNull(cycle, "cycle is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(owner, "owner is null");
  }

  /** Starts with nothing said. */
  public static Builder builder() {
    return new Builder();
  }

  /** Says one thing after the other. */
  public static final class Builder {
    private Optional<SequenceType> type = Optional.empty();
    private OptionValue increment = OptionValue.UNSET;
    private OptionValue min = OptionValue.UNSET;
    private OptionValue max = OptionValue.UNSET;
    private OptionValue start = OptionValue.UNSET;
    private OptionValue cache = OptionValue.UNSET;
    private Optional<Boolean> cycle = Optional.empty();
    private Optional<SequenceMode> mode = Optional.empty();
    private Optional<SequenceOwner> owner = Optional.empty();

    private Builder() {}

    /** {@code AS}. */
    public Builder type(SequenceType newType) {
      type = Optional.of(newType);
      return this;
    }

    /** {@code INCREMENT BY}. */
    public Builder increment(long step) {
      increment = OptionValue.of(step);
      return this;
    }

    /** {@code MINVALUE}. */
    public Builder min(long least) {
      min = OptionValue.of(least);
      return this;
    }

    /** {@code NO MINVALUE}. */
    public Builder noMin() {
      min = OptionValue.STANDARD;
      return this;
    }

    /** {@code MAXVALUE}. */
    public Builder max(long most) {
      max = OptionValue.of(most);
      return this;
    }

    /** {@code NO MAXVALUE}. */
    public Builder noMax() {
      max = OptionValue.STANDARD;
      return this;
    }

    /** {@code START WITH}. */
    public Builder start(long first) {
      start = OptionValue.of(first);
      return this;
    }

    /** {@code CACHE}. */
    public Builder cache(long count) {
      cache = OptionValue.of(count);
      return this;
    }

    /** {@code CYCLE}, {@code NO CYCLE}. */
    public Builder cycle(boolean cycles) {
      cycle = Optional.of(cycles);
      return this;
    }

    public Builder mode(SequenceMode newMode) {
      mode = Optional.of(newMode);
      return this;
    }

    /** {@code OWNED BY}. */
    public Builder ownedBy(String table, String column) {
      owner = Optional.of(new SequenceOwner(table, column));
      return this;
    }

    /** {@code OWNED BY NONE}. */
    public Builder ownedByNone() {
      owner = Optional.of(SequenceOwner.NONE);
      return this;
    }

    public SequenceOptions build() {
      return new SequenceOptions(
          type, new SequenceNumbers(increment, min, max, start, cache), cycle, mode, owner);
    }
  }
}
