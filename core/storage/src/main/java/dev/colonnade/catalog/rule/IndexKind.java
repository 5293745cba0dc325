package dev.colonnade.catalog.rule;

/** Why an index is there. */
public enum IndexKind {
  /** To find rows. */
  PLAIN,
  /** To find rows, and to refuse a second one of the same key. */
  UNIQUE,
  /** As {@link #UNIQUE}; it is how a constraint of the table is kept, and goes with that. */
  CONSTRAINT,
  /**
   * How a constraint is kept whose check a transaction may put off: rows may be alike for a while.
   */
  DEFERRABLE,
  /** As {@link #DEFERRABLE}, of a constraint that waits for the commit unless told otherwise. */
  DEFERRED;

  /** How a unique constraint is kept. */
  public static IndexKind of(ConstraintTiming timing) {
    return switch (timing) {
      case NOT_DEFERRABLE -> CONSTRAINT;
      case INITIALLY_IMMEDIATE -> DEFERRABLE;
      case INITIALLY_DEFERRED -> DEFERRED;
    };
  }

  /** Whether no two rows ever have the same key, not even within a transaction. */
  public boolean isUnique() {
    return this == UNIQUE || this == CONSTRAINT;
  }

  /** Whether no two rows have the same key when a transaction has committed. */
  public boolean isUniqueAtLast() {
    return this != PLAIN;
  }

  /** Whether it belongs to a constraint. */
  public boolean isConstraint() {
    return this == CONSTRAINT || timing().isDeferrable();
  }

  /** When it is checked that no two rows are alike. */
  public ConstraintTiming timing() {
    return switch (this) {
      case PLAIN, UNIQUE, CONSTRAINT -> ConstraintTiming.NOT_DEFERRABLE;
      case DEFERRABLE -> ConstraintTiming.INITIALLY_IMMEDIATE;
      case DEFERRED -> ConstraintTiming.INITIALLY_DEFERRED;
    };
  }
}
