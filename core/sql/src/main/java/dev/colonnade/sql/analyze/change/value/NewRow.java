package dev.colonnade.sql.analyze.change.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows with new values of columns.
 *
 * @param plan its columns are those of its input, then the new values
 * @param values variables of the new values, in their order
 * @param row the new row
 */
public record NewRow(LogicalPlan plan, Map<Column, Variable> values, TableRow row) {
  public NewRow {
    requireNonNull(plan, "plan is null");
    requireNonNull(row, "row is null");
  }

  /** Returns the rows of a plan with new values behind its columns; the row has generated ones. */
  public static NewRow of(
      LogicalPlan input,
      TableRow row,
      Map<Column, Expression> assigned,
      StatementAnalysis statement) {
    Variables variables = statement.variables();
    List<Assignment> assignments = new ArrayList<>();
    input.columns().forEach(column -> assignments.add(Assignment.of(column)));
    Map<Column, Variable> values = new LinkedHashMap<>();
    assigned.forEach(
        (column, value) -> {
          Variable variable = variables.create(value.type(), column.name());
          values.put(column, variable);
          assignments.add(new Assignment(variable, value));
        });
    return new NewRow(
        new LogicalOperator.Project(input, assignments),
        values,
        GeneratedColumns.in(row.with(values), statement));
  }
}
