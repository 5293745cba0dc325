package dev.colonnade.sql.analyze.expression.value;

import dev.colonnade.sql.expression.logic.DomainCheck;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import java.util.List;

/** Analysis of the constraints of domains. */
@FunctionalInterface
public interface DomainConstraints {
  /**
   * Returns the CHECK constraints that a domain itself declares, by their names.
   *
   * @param value representation of the values
   */
  List<DomainCheck.Check> of(DomainType domain, VectorType value);
}
