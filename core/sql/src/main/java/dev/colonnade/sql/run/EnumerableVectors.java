package dev.colonnade.sql.run;

import dev.colonnade.sql.vector.plan.VectorRel;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterImpl;
import org.apache.calcite.rel.convert.ConverterRule;

/** Rows for generated code out of vectors. */
final class EnumerableVectors extends ConverterImpl implements EnumerableRel {
  private EnumerableVectors(RelOptCluster cluster, RelTraitSet traits, RelNode input) {
    super(cluster, ConventionTraitDef.INSTANCE, traits, input);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableVectors(getCluster(), traits, inputs.getFirst());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    Expression plan = implementor.stash((VectorRel) getInput().stripped(), VectorRel.class);
    Expression rows =
        Expressions.call(
            VectorRows.class,
            "rows",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            plan);
    return implementor.result(type, Blocks.toBlock(rows));
  }

  /** Makes generated code take rows of vectors. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                VectorRel.class,
                VectorRel.CONVENTION,
                EnumerableConvention.INSTANCE,
                "EnumerableVectorsRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      return new EnumerableVectors(
          rel.getCluster(), rel.getTraitSet().replace(EnumerableConvention.INSTANCE), rel);
    }
  }
}
