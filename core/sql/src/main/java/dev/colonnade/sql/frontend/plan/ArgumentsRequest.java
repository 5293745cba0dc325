package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * Arguments of EXECUTE to be planned, as one row.
 *
 * @param types of the parameters that they are assigned to
 * @param transaction whose catalog the expressions see
 */
public record ArgumentsRequest(
    List<Expression> arguments,
    List<SqlType> types,
    StatementTransaction transaction,
    PlannerSettings settings) {
  public ArgumentsRequest {
    arguments = List.copyOf(arguments);
    types = List.copyOf(types);
    requireNonNull(transaction, "transaction is null");
    requireNonNull(settings, "settings is null");
  }
}
