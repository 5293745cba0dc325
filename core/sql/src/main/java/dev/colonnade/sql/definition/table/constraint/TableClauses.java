package dev.colonnade.sql.definition.table.constraint;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.definition.TableElement;

/** Parts of the clauses that define a table. */
public final class TableClauses {
  private TableClauses() {}

  /** Returns the time of a constraint's check. */
  public static ConstraintTiming timingOf(TableElement.Timing timing) {
    return ConstraintTiming.of(timing.deferrable(), timing.initiallyDeferred());
  }

  /** Returns the error of a clause that is not supported. */
  public static ColonnadeException unsupported(String what, int position) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, what + " is not supported", ErrorFields.at(position + 1));
  }
}
