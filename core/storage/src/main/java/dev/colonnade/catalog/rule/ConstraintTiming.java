package dev.colonnade.catalog.rule;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** When a constraint is checked. */
public enum ConstraintTiming {
  /** When a statement is done, whatever SET CONSTRAINTS says. */
  NOT_DEFERRABLE,
  /** When a statement is done, unless the transaction says otherwise. */
  INITIALLY_IMMEDIATE,
  /** When the transaction commits, unless it says otherwise. */
  INITIALLY_DEFERRED;

  /**
   * What a statement says.
   *
   * @param deferrable null if it says nothing
   * @param deferred null if it says nothing
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

  /** Whether a transaction may put the check off. */
  public boolean isDeferrable() {
    return this != NOT_DEFERRABLE;
  }
}
