package dev.colonnade.engine.rule;

import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.catalog.rule.ConstraintTiming;
import dev.colonnade.error.ColonnadeException;
import org.jspecify.annotations.Nullable;

/** Something that a change of a row has put in question. Is looked at once or more, later. */
sealed interface ConstraintCheck permits ReferringCheck, ReferredCheck, UniqueCheck {
  ConstraintId constraint();

  ConstraintTiming timing();

  /**
   * What is wrong by now; null if nothing is. What must not change until the transaction is over,
   * for that to stay so, is locked.
   */
  @Nullable ColonnadeException violation(CheckGround ground);
}
