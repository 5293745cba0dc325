package dev.colonnade.sequence.definition;

/** Change of one numeric option by ALTER SEQUENCE. */
public sealed interface OptionChange {
  /** No change. */
  OptionChange KEEP = Unchanged.KEEP;

  /** Reset to the default: NO MINVALUE, NO MAXVALUE, or RESTART without a value. */
  OptionChange DEFAULT = Reset.DEFAULT;

  /** Returns a change to this value. */
  static OptionChange to(long value) {
    return new To(value);
  }

  /** Type of {@link #KEEP}. */
  enum Unchanged implements OptionChange {
    KEEP
  }

  /** Type of {@link #DEFAULT}. */
  enum Reset implements OptionChange {
    DEFAULT
  }

  /** Change to {@code value}. */
  record To(long value) implements OptionChange {}
}
