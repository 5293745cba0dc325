package dev.colonnade.sql.run;

import dev.colonnade.sql.profile.PlanProfile;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;

/** An operator of generated code whose rows are counted and timed. */
public final class EnumerableMeasured extends SingleRel implements EnumerableRel {
  private EnumerableMeasured(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  /** The plan with every operator of generated code measured. */
  static RelNode of(RelNode plan) {
    boolean isLeaf = plan instanceof EnumerableVectors || plan.getInputs().isEmpty();
    RelNode copied =
        isLeaf
            ? plan
            : plan.copy(
                plan.getTraitSet(),
                plan.getInputs().stream().map(input -> of(input.stripped())).toList());
    return copied instanceof EnumerableMeter ? copied : new EnumerableMeasured(copied);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableMeasured(inputs.getFirst());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder builder = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
    Expression rows = builder.append("measured", input.block);
    builder.add(
        Expressions.call(
            EnumerableMeasured.class,
            "rows",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            rows,
            implementor.stash((RelNode) this, RelNode.class)));
    return implementor.result(input.physType, builder.toBlock());
  }

  /** Called by generated code. */
  public static <T> Enumerable<T> rows(DataContext root, Enumerable<T> rows, RelNode operator) {
    PlanProfile profile = ((CompiledQuery.Root) root).context().profile();
    return profile == null ? rows : profile.measured(operator, rows);
  }
}
