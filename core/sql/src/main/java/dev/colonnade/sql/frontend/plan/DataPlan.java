package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Planned statement of data.
 *
 * @param parameterTypes of all parameters
 * @param columnTypes types of the columns of its results, as clients see them
 * @param failure error of every execution, of a constant in the statement; null without one
 * @param readsClock whether the value of a literal depends on the time
 */
public record DataPlan(
    AnalyzedStatement analyzed,
    PhysicalPlan physical,
    List<SqlType> parameterTypes,
    List<SqlType> columnTypes,
    @Nullable ColonnadeException failure,
    boolean readsClock) {
  public DataPlan {
    requireNonNull(analyzed, "analyzed is null");
    requireNonNull(physical, "physical is null");
    parameterTypes = List.copyOf(parameterTypes);
    columnTypes = List.copyOf(columnTypes);
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
