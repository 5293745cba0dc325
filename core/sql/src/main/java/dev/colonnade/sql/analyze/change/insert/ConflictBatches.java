package dev.colonnade.sql.analyze.change.insert;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalChange.Part;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries for the rows in conflict with many proposed rows: that for one row, with columns of a
 * joined relation in the place of its parameters.
 */
final class ConflictBatches {
  private static final String PROPOSED = "proposed";

  private final Variables variables;

  ConflictBatches(Variables variables) {
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Returns whether a source may have so many rows that a query for many is worth its planning. */
  static boolean mayHaveMany(LogicalPlan source) {
    return switch (source) {
      case LogicalOperator.Project project -> mayHaveMany(project.input());
      case LogicalSource.Rows rows -> rows.rows().size() >= ConflictPlan.Batch.ROW_COUNT_LEAST;
      default -> true;
    };
  }

  /**
   * Returns the query for many rows; null if it could evaluate volatile functions for other rows or
   * in another order than the query for one does.
   *
   * @param firstValue index of the parameter that is the first value of the proposed row
   * @param columns of the table that the first values are of
   */
  LogicalChange.@Nullable ConflictBatch of(Part one, int firstValue, List<Column> columns) {
    if (isVolatile(one.plan())) {
      return null;
    }
    Variable number = variables.create(VectorType.of(TypeKind.BIGINT), "number");
    List<Variable> values = new ArrayList<>();
    for (SqlType type : one.parameterTypes()) {
      values.add(variables.create(VectorType.of(type.kind()), PROPOSED));
    }
    List<Variable> all = new ArrayList<>();
    all.add(number);
    all.addAll(values);
    LogicalSource.NamedRows proposed =
        new LogicalSource.NamedRows(PROPOSED + " " + variables.planId(), all);
    LogicalPlan rows =
        LogicalExpressions.rewriteExpressions(
            PlanCopier.copy(one.plan(), variables).plan(),
            part ->
                part instanceof Parameter parameter && parameter.index() >= firstValue
                    ? values.get(parameter.index() - firstValue)
                    : null);
    LogicalPlan joined = joined(rows, proposed);
    List<Assignment> numbered = new ArrayList<>();
    numbered.add(Assignment.of(number));
    rows.columns().forEach(column -> numbered.add(Assignment.of(column)));
    return new LogicalChange.ConflictBatch(
        proposed, one.parameterTypes(), columns, new LogicalOperator.Project(joined, numbered));
  }

  /** Returns a plan whose table is joined to the proposed rows, with the columns of these. */
  private static LogicalPlan joined(LogicalPlan plan, LogicalSource.NamedRows proposed) {
    return switch (plan) {
      case LogicalSource.TableScan scan ->
          LogicalJoin.of(LogicalJoin.Kind.INNER, proposed, scan, List.of());
      case LogicalOperator.Project project -> {
        List<Assignment> assignments = new ArrayList<>();
        proposed.columns().forEach(column -> assignments.add(Assignment.of(column)));
        assignments.addAll(project.assignments());
        yield new LogicalOperator.Project(joined(project.input(), proposed), assignments);
      }
      case LogicalOperator.Filter filter ->
          new LogicalOperator.Filter(joined(filter.input(), proposed), filter.predicates());
      case LogicalJoin join ->
          join.withInputs(List.of(joined(join.left(), proposed), join.right()));
      default -> throw new IllegalStateException("rows in conflict by another plan: " + plan);
    };
  }

  private static boolean isVolatile(LogicalPlan plan) {
    return plan.expressions().stream().anyMatch(ConflictBatches::isVolatile)
        || plan.inputs().stream().anyMatch(ConflictBatches::isVolatile);
  }

  private static boolean isVolatile(Expression expression) {
    return expression.isVolatile()
        || (expression instanceof LogicalSubquery subquery && isVolatile(subquery.plan()))
        || expression.operands().stream().anyMatch(ConflictBatches::isVolatile);
  }
}
