package dev.colonnade.sql.plan.lower;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.operator.RuntimeFunctions;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * A plan that gives the next value of a sequence and nothing else.
 *
 * @param sequence its name as the statement has it
 */
public record NextValuePlan(String sequence) {
  public NextValuePlan {
    requireNonNull(sequence, "sequence is null");
  }

  /** Returns the sequence from which a plan allocates values; null if it does something else. */
  public static @Nullable NextValuePlan of(RelNode plan) {
    return plan instanceof Project project
            && project.getProjects().size() == 1
            && project.getInput() instanceof Values values
            && values.getTuples().size() == 1
        ? of(project.getProjects().getFirst())
        : null;
  }

  private static @Nullable NextValuePlan of(RexNode expression) {
    if (expression instanceof RexCall next
        && next.getOperator().equals(RuntimeFunctions.SEQUENCE_NEXT)
        && next.operands.getFirst() instanceof RexCall named
        && named.getOperator().equals(RuntimeFunctions.SEQUENCE_NAMED)
        && named.operands.getFirst() instanceof RexLiteral literal
        && !literal.isNull()) {
      return named(literal.getValueAs(String.class));
    }
    return null;
  }

  /** Digits alone are no name: they are the number of a sequence. */
  private static @Nullable NextValuePlan named(@Nullable String name) {
    return name == null || name.chars().allMatch(c -> c >= '0' && c <= '9')
        ? null
        : new NextValuePlan(name);
  }
}
