package dev.colonnade.sql.plan.logical;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.scalar.IdentityCasts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Hides constants by which rows are grouped from Calcite's decorrelation, which leaves them out:
 * without any column left it makes a group also where there are no rows, and an EXISTS over an
 * empty table was true. What belongs to an outer query is not concerned, since its columns become
 * groups as well.
 */
final class ConstantGroups {
  private static final RuntimeFunction HIDDEN =
      RuntimeFunction.of(IdentityCasts.class, "keepConstant");

  private ConstantGroups() {}

  /** The plan, with constants in hiding. */
  static RelNode hidden(RelNode plan) {
    RexBuilder builder = plan.getCluster().getRexBuilder();
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Aggregate aggregate
                    && aggregate.getInput().stripped() instanceof Project project
                    && RelOptUtil.getVariablesUsed(project).isEmpty()
                ? aggregate.copy(
                    aggregate.getTraitSet(), List.of(hidden(aggregate, project, builder)))
                : visited;
          }
        });
  }

  private static RelNode hidden(Aggregate aggregate, Project project, RexBuilder builder) {
    List<RexNode> fields = new ArrayList<>(project.getProjects());
    for (int key : aggregate.getGroupSet()) {
      if (fields.get(key) instanceof RexLiteral literal) {
        fields.set(key, builder.makeCall(literal.getType(), HIDDEN, List.of(literal)));
      }
    }
    return fields.equals(project.getProjects())
        ? project
        : LogicalProject.create(
            project.getInput(),
            project.getHints(),
            fields,
            project.getRowType().getFieldNames(),
            Set.of());
  }

  /** The plan, with its constants in sight again. */
  static RelNode shown(RelNode plan) {
    RexShuttle showing =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return call.getOperator().equals(HIDDEN)
                ? call.operands.getFirst()
                : super.visitCall(call);
          }
        };
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(showing);
          }
        });
  }
}
