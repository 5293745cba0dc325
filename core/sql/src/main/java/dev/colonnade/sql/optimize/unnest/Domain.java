package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
import dev.colonnade.sql.logical.LogicalSet.Evaluation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.WorkingTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distinct values of the outer columns that a subquery reads. The outer rows are scanned a second
 * time if they are rows of one table, and are buffered otherwise.
 */
final class Domain {
  private final List<Variable> columns;
  private final Variables variables;
  private final LogicalPlan source;
  private final @Nullable CommonTable buffer;
  private final LogicalPlan outer;

  private Domain(
      LogicalPlan outer,
      List<Variable> columns,
      LogicalPlan source,
      @Nullable CommonTable buffer,
      Variables variables) {
    this.outer = requireNonNull(outer, "outer is null");
    this.columns = List.copyOf(columns);
    this.source = requireNonNull(source, "source is null");
    this.buffer = buffer;
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Returns the domain of some columns of the outer rows; null if these cannot be read twice. */
  static @Nullable Domain of(LogicalPlan outer, Set<Variable> columns, Variables variables) {
    List<Variable> ordered = outer.columns().stream().filter(columns::contains).distinct().toList();
    if (isCheap(outer)) {
      return new Domain(outer, ordered, outer, null, variables);
    }
    if (!LogicalExpressions.freeVariables(outer).isEmpty() || WorkingTables.areReadBy(outer)) {
      return null;
    }
    PlanCopier.Copy copy = PlanCopier.copy(outer, variables);
    CommonTable buffer =
        new CommonTable(variables.planId(), "outer_rows", copy.plan(), Evaluation.MATERIALIZED);
    LogicalPlan reference = new CteReference(buffer.id(), buffer.name(), outer.columns());
    return new Domain(reference, ordered, reference, buffer, variables);
  }

  /** Returns whether the rows are those of one table or constants, filtered or projected. */
  private static boolean isCheap(LogicalPlan plan) {
    return switch (plan) {
      case TableScan _ -> true;
      case Rows rows -> rows.expressions().stream().noneMatch(ExpressionProperties::isVolatile);
      case Filter filter -> isCheap(filter.input()) && areCheap(filter.predicates());
      case Project project -> isCheap(project.input()) && areCheap(project.expressions());
      default -> false;
    };
  }

  private static boolean areCheap(List<Expression> expressions) {
    return expressions.stream()
        .noneMatch(
            expression ->
                ExpressionProperties.hasSubquery(expression)
                    || ExpressionProperties.isVolatile(expression));
  }

  /** Returns the plan of the outer rows. */
  LogicalPlan outer() {
    return outer;
  }

  /** Returns the columns of the outer rows. */
  List<Variable> columns() {
    return columns;
  }

  /**
   * Returns a plan with one row for each combination of values, and its columns by outer column.
   */
  Read read() {
    PlanCopier.Copy copy = PlanCopier.copy(source, variables);
    Map<Variable, Variable> local = new HashMap<>();
    List<Assignment> assignments = new ArrayList<>();
    for (Variable column : columns) {
      Variable copied = requireNonNull(copy.variables().get(column), "copy is null");
      local.put(column, copied);
      assignments.add(Assignment.of(copied));
    }
    LogicalPlan values = new Project(copy.plan(), assignments);
    List<Variable> keys = assignments.stream().map(Assignment::variable).toList();
    return new Read(Aggregate.of(values, keys, List.of()), local);
  }

  /** Rows of the domain, with the local column for each outer column. */
  record Read(LogicalPlan plan, Map<Variable, Variable> local) {
    Read {
      requireNonNull(plan, "plan is null");
      local = Map.copyOf(local);
    }
  }

  /** Returns the equalities of outer or local columns with those of a plan; NULLs are equal. */
  List<Expression> equalities(Map<Variable, Variable> left, Map<Variable, Variable> right) {
    List<Expression> equalities = new ArrayList<>();
    for (Variable column : columns) {
      equalities.add(
          new DistinctComparison(
              true, left.getOrDefault(column, column), right.getOrDefault(column, column)));
    }
    return equalities;
  }

  /** Returns a plan that reads the domain, with the buffer of the outer rows around it. */
  LogicalPlan around(LogicalPlan plan) {
    return buffer == null ? plan : new With(List.of(buffer), plan);
  }
}
