package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * Plan of a statement that changes or locks rows.
 *
 * @param command name in the command tag
 * @param columns of the returned rows
 * @param planTypes types of the parameters that the plan itself has
 * @param parameterTypes types of the parameters of the statement, of all its parts
 */
record PlannedChange(
    String command,
    ModifyPlan plan,
    List<SqlColumn> columns,
    List<SqlType> planTypes,
    List<SqlType> parameterTypes) {
  PlannedChange {
    requireNonNull(command, "command is null");
    requireNonNull(plan, "plan is null");
    columns = List.copyOf(columns);
    planTypes = List.copyOf(planTypes);
    parameterTypes = List.copyOf(parameterTypes);
  }

  /** Returns the plan of a change of a table by the rows of a query. */
  static PlannedChange of(String command, ModifyPlan.TableChange plan, PlannedQuery source) {
    List<SqlColumn> columns = PlannedColumns.of(source);
    return new PlannedChange(
        command,
        plan,
        columns.subList(plan.changeWidth(), columns.size()),
        source.parameterTypes(),
        source.parameterTypes());
  }

  /** Returns the plan with the types of parameters that another part has found. */
  PlannedChange withTypes(List<SqlType> others) {
    return new PlannedChange(
        command, plan, columns, planTypes, ParameterTypes.merged(List.of(parameterTypes, others)));
  }

  StatementPart part() {
    return new StatementPart(plan, planTypes);
  }
}
