package dev.colonnade.catalog.index;

import dev.colonnade.catalog.constraint.ConstraintTiming;

/** Kind of an index: plain, unique, or owned by a UNIQUE or PRIMARY KEY constraint. */
public enum IndexKind {
  /** Non-unique index. */
  PLAIN,
  /** Unique index. */
  UNIQUE,
  /** Unique index that implements a constraint of the table and is dropped with it. */
  CONSTRAINT,
  /**
   * Index of a DEFERRABLE constraint: within a transaction, several rows may temporarily have the
   * same key.
   */
  DEFERRABLE,
  /**
   * Variant of {@link #DEFERRABLE} for a constraint that is INITIALLY DEFERRED: it is checked at
   * the commit by default.
   */
  DEFERRED;

  /** Returns the kind of the index of a unique constraint. */
  public static IndexKind of(ConstraintTiming timing) {
    return switch (timing) {
      case NOT_DEFERRABLE -> CONSTRAINT;
      case INITIALLY_IMMEDIATE -> DEFERRABLE;
      case INITIALLY_DEFERRED -> DEFERRED;
    };
  }

  /** Returns whether keys are unique at every time, within transactions too. */
  public boolean isUnique() {
    return this == UNIQUE || this == CONSTRAINT;
  }

  /** Returns whether keys are unique in committed data. */
  public boolean isUniqueAtCommit() {
    return this != PLAIN;
  }

  /** Returns whether the index implements a constraint. */
  public boolean isConstraint() {
    return this == CONSTRAINT || timing().isDeferrable();
  }

  /** Returns the check time of the uniqueness. */
  public ConstraintTiming timing() {
    return switch (this) {
      case PLAIN, UNIQUE, CONSTRAINT -> ConstraintTiming.NOT_DEFERRABLE;
      case DEFERRABLE -> ConstraintTiming.INITIALLY_IMMEDIATE;
      case DEFERRED -> ConstraintTiming.INITIALLY_DEFERRED;
    };
  }
}
