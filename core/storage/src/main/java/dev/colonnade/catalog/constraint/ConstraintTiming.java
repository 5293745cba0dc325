package dev.colonnade.catalog.constraint;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Check time of a constraint: DEFERRABLE and INITIALLY DEFERRED clauses. */
public enum ConstraintTiming {
  /** At the end of each statement; SET CONSTRAINTS cannot defer it. */
  NOT_DEFERRABLE,
  /** At the end of each statement, unless SET CONSTRAINTS defers it. */
  INITIALLY_IMMEDIATE,
  /** At the commit, unless SET CONSTRAINTS makes it immediate. */
  INITIALLY_DEFERRED;

  /**
   * Returns the timing that a statement declares. Throws SYNTAX_ERROR if it is INITIALLY DEFERRED
   * and NOT DEFERRABLE.
   *
   * @param deferrable whether it is DEFERRABLE; null if not specified
   * @param deferred whether it is INITIALLY DEFERRED; null if not specified
   */
  public static ConstraintTiming of(@Nullable Boolean deferrable, @Nullable Boolean deferred) {
    boolean isDeferred = Boolean.TRUE.equals(deferred);
    if (isDeferred && Boolean.FALSE.equals(deferrable)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "constraint declared INITIALLY DEFERRED must be DEFERRABLE");
    }
    if (isDeferred) {
      return INITIALLY_DEFERRED;
    }
    return Boolean.TRUE.equals(deferrable) ? INITIALLY_IMMEDIATE : NOT_DEFERRABLE;
  }

  /** Returns whether a transaction may defer the check to its commit. */
  public boolean isDeferrable() {
    return this != NOT_DEFERRABLE;
  }
}
