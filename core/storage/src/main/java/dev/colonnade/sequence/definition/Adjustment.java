package dev.colonnade.sequence.definition;

/** What ALTER SEQUENCE says about one number. */
public sealed interface Adjustment {
  /** Nothing: it stays as it is. */
  Adjustment KEEP = Unsaid.KEEP;

  /** NO MINVALUE, NO MAXVALUE, or RESTART without a value. */
  Adjustment DEFAULT = Reset.DEFAULT;

  /** This value. */
  static Adjustment to(long value) {
    return new To(value);
  }

  /** See {@link #KEEP}. */
  enum Unsaid implements Adjustment {
    KEEP
  }

  /** See {@link #DEFAULT}. */
  enum Reset implements Adjustment {
    DEFAULT
  }

  /** See {@link #to}. */
  record To(long value) implements Adjustment {}
}
