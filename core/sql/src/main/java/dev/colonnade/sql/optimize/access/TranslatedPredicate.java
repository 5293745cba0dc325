package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.access.ScanPredicate;
import java.util.List;

/**
 * Predicate over the variables of a scan, as the scan decides it.
 *
 * @param predicates whose conjunction it is; empty if the scan does not decide it
 */
public record TranslatedPredicate(Expression source, List<ScanPredicate> predicates) {
  public TranslatedPredicate {
    requireNonNull(source, "source is null");
    predicates = List.copyOf(predicates);
  }

  /** Returns whether the scan decides the predicate. */
  public boolean isDecided() {
    return !predicates.isEmpty();
  }
}
