package dev.colonnade.sequence.definition;

/** Change of one numeric option by ALTER SEQUENCE. */
public sealed interface Adjustment {
  /** No change. */
  Adjustment KEEP = Unchanged.KEEP;

  /** Reset to the default: NO MINVALUE, NO MAXVALUE, or RESTART without a value. */
  Adjustment DEFAULT = Reset.DEFAULT;

  /** Returns a change to this value. */
  static Adjustment to(long value) {
    return new To(value);
  }

  /** Type of {@link #KEEP}. */
  enum Unchanged implements Adjustment {
    KEEP
  }

  /** Type of {@link #DEFAULT}. */
  enum Reset implements Adjustment {
    DEFAULT
  }

  /** Change to {@code value}. */
  record To(long value) implements Adjustment {}
}
