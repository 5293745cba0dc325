package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.error.ColonnadeException;
import org.jspecify.annotations.Nullable;

/** Pending check of a constraint that a row change may violate. It runs once or more, later. */
sealed interface ConstraintCheck
    permits ReferencingKeyCheck, ReferencedKeyCheck, DeferredUniqueCheck {
  ConstraintId constraint();

  ConstraintTiming timing();

  /**
   * Returns the violation; null if there is none. Locks the rows whose change would invalidate the
   * result, until the end of the transaction.
   */
  @Nullable ColonnadeException violation(CheckContext context);
}
