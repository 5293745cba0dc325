package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Planned statement of data.
 *
 * @param parameterTypes of all parameters
 * @param types of the catalog that it was planned for
 * @param failure error of every execution, of a constant in the statement; null without one
 */
public record DataPlan(
    AnalyzedStatement analyzed,
    PhysicalPlan physical,
    List<SqlType> parameterTypes,
    Types types,
    @Nullable ColonnadeException failure) {
  public DataPlan {
    requireNonNull(analyzed, "analyzed is null");
    requireNonNull(physical, "physical is null");
    parameterTypes = List.copyOf(parameterTypes);
    requireNonNull(types, "types is null");
  }

  /**
   * Returns the plan for execution.
   *
   * @throws ColonnadeException if every execution fails
   */
  public StatementPart part() {
    if (failure != null) {
      throw failure;
    }
    return new StatementPart(physical, parameterTypes);
  }
}
