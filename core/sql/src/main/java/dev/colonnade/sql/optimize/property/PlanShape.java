package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalChange.Insert;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSubquery;

/** Kinds of nodes that a plan and its subqueries have, by which rules are skipped. */
public final class PlanShape {
  private boolean hasCommonTable;
  private boolean hasSubquery;
  private boolean hasJoin;
  private boolean hasDependentJoin;
  private boolean hasPredicate;
  private boolean hasConflict;
  private boolean hasUnion;
  private boolean hasLimit;
  private boolean hasSeveralFunctions;

  private PlanShape() {}

  /** Returns the kinds of nodes of a plan. */
  public static PlanShape of(LogicalPlan plan) {
    PlanShape shape = new PlanShape();
    shape.visit(plan);
    return shape;
  }

  private void visit(LogicalPlan plan) {
    switch (plan) {
      case With _ -> hasCommonTable = true;
      case SetOperation _ -> hasUnion = true;
      case Limit _ -> hasLimit = true;
      case Aggregate aggregate ->
          hasSeveralFunctions |= aggregate.keys().isEmpty() && aggregate.functions().size() > 1;
      case LogicalJoin join -> {
        hasJoin = true;
        hasPredicate = true;
        hasDependentJoin |= join.isDependent();
      }
      case Filter _ -> hasPredicate = true;
      case Project project when project.input() instanceof Project -> hasPredicate = true;
      case Insert insert -> hasConflict |= insert.conflict() != null;
      default -> {}
    }
    plan.inputs().forEach(this::visit);
    plan.expressions().forEach(this::visit);
  }

  private void visit(Expression expression) {
    if (expression instanceof LogicalSubquery subquery) {
      hasSubquery = true;
      visit(subquery.plan());
    }
    expression.operands().forEach(this::visit);
  }

  /** Returns whether there are common table expressions. */
  public boolean hasCommonTable() {
    return hasCommonTable;
  }

  /** Returns whether there are subqueries in expressions. */
  public boolean hasSubquery() {
    return hasSubquery;
  }

  /** Returns whether there are joins. */
  public boolean hasJoin() {
    return hasJoin;
  }

  /** Returns whether there are joins whose right input reads variables of the left one. */
  public boolean hasDependentJoin() {
    return hasDependentJoin;
  }

  /** Returns whether there are filters, joins, or projections over projections. */
  public boolean hasPredicate() {
    return hasPredicate;
  }

  /** Returns whether there is an INSERT with ON CONFLICT. */
  public boolean hasConflict() {
    return hasConflict;
  }

  /** Returns whether there are limits. */
  public boolean hasLimit() {
    return hasLimit;
  }

  /** Returns whether there are set operations and limits. */
  public boolean hasLimitedUnion() {
    return hasUnion && hasLimit;
  }

  /** Returns whether there are aggregations of all rows with several functions. */
  public boolean hasSeveralFunctions() {
    return hasSeveralFunctions;
  }
}
