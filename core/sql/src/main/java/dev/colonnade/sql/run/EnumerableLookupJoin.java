package dev.colonnade.sql.run;

import dev.colonnade.sql.plan.join.LookupJoin;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.type.RelDataType;

/** A lookup join in the convention of generated code: calls {@link LookupJoinRows}. */
final class EnumerableLookupJoin extends LookupJoin implements EnumerableRel {
  private EnumerableLookupJoin(
      RelOptCluster cluster, RelTraitSet traits, RelNode input, RelDataType rowType, Terms terms) {
    super(cluster, traits, input, rowType, terms);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableLookupJoin(getCluster(), traits, inputs.getFirst(), getRowType(), terms());
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder builder = new BlockBuilder();
    Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    Expression rows = builder.append("input", input.block);
    Expression arrays =
        builder.append("arrays", input.physType.convertTo(rows, JavaRowFormat.ARRAY));
    PhysType type =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    Expression terms = implementor.stash(terms(), LookupJoin.Terms.class);
    builder.add(
        Expressions.call(
            LookupJoinRows.class,
            "join",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            arrays,
            terms));
    return implementor.result(type, builder.toBlock());
  }

  /** Takes a join over into the convention. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                LookupJoin.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "EnumerableLookupJoinRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      LookupJoin join = (LookupJoin) rel;
      RelNode input =
          convert(
              join.getInput(),
              join.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
      return new EnumerableLookupJoin(
          join.getCluster(),
          join.getTraitSet().replace(EnumerableConvention.INSTANCE),
          input,
          join.getRowType(),
          join.terms());
    }
  }
}
