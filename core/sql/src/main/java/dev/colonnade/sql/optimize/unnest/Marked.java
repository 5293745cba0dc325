package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;

/** Plan with a column that is TRUE, by which rows of an outer join with a match are recognized. */
record Marked(LogicalPlan plan, Variable mark) {
  Marked {
    requireNonNull(plan, "plan is null");
    requireNonNull(mark, "mark is null");
  }

  /** Returns a plan with a mark. */
  static Marked of(LogicalPlan plan, Variables variables) {
    VectorType type = VectorType.of(TypeKind.BOOLEAN);
    Variable mark = variables.create(type, "match");
    List<Assignment> assignments = new ArrayList<>();
    plan.columns().forEach(column -> assignments.add(Assignment.of(column)));
    assignments.add(new Assignment(mark, new Literal(type, true)));
    return new Marked(new Project(plan, assignments), mark);
  }

  /** Returns whether a row of the outer join has a match. */
  Expression isMatch() {
    return new NullTest(true, mark);
  }
}
