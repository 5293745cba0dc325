package dev.colonnade.sql.run;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.GotoStatement;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;

/**
 * Semi or anti join that returns rows of its left side, which is the build side: the code of
 * Calcite's own join, with a call of {@link MarkedRows}.
 */
final class EnumerableMarkJoin extends EnumerableHashJoin {
  private EnumerableMarkJoin(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      RexNode condition,
      JoinRelType joinType) {
    super(cluster, traits, left, right, condition, Set.of(), joinType);
  }

  @Override
  public EnumerableHashJoin copy(
      RelTraitSet traits,
      RexNode condition,
      RelNode left,
      RelNode right,
      JoinRelType joinType,
      boolean semiJoinDone) {
    return new EnumerableMarkJoin(getCluster(), traits, left, right, condition, joinType);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    Result result = super.implement(implementor, prefer);
    List<Statement> statements = new ArrayList<>(result.block.statements);
    if (!(statements.removeLast() instanceof GotoStatement last)
        || !(last.expression instanceof MethodCallExpression call)) {
      throw new IllegalStateException("join ends otherwise: " + result.block);
    }
    Method method =
        Types.lookupMethod(
            MarkedRows.class,
            joinType == JoinRelType.SEMI ? "met" : "unmet",
            call.method.getParameterTypes());
    statements.add(Expressions.return_(null, Expressions.call(method, call.expressions)));
    return implementor.result(result.physType, Expressions.block(statements));
  }

  /** Takes a join over into the convention. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                BuildSideSelection.LeftBuildJoin.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "EnumerableMarkJoinRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      Join join = (Join) rel;
      RelTraitSet traits = join.getTraitSet().replace(EnumerableConvention.INSTANCE);
      return new EnumerableMarkJoin(
          join.getCluster(),
          traits,
          convert(join.getLeft(), traits),
          convert(join.getRight(), traits),
          join.getCondition(),
          join.getJoinType());
    }
  }
}
