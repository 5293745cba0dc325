package dev.colonnade.sql.run;

import dev.colonnade.sql.window.FramedWindow;
import dev.colonnade.sql.window.WindowEvaluator;
import dev.colonnade.sql.window.WindowPlan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** A window operator of ours among generated code. Public because generated code calls it. */
public final class EnumerableFrames extends FramedWindow implements EnumerableRel {
  private EnumerableFrames(
      RelTraitSet traits, RelNode input, RelDataType rowType, WindowPlan plan) {
    super(input.getCluster(), traits, input, rowType, plan);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableFrames(traits, inputs.getFirst(), getRowType(), plan());
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
    Expression plan = implementor.stash(plan(), WindowPlan.class);
    builder.add(
        Expressions.call(
            EnumerableFrames.class,
            "rows",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            arrays,
            plan));
    return implementor.result(type, builder.toBlock());
  }

  /** Called by generated code. */
  public static Enumerable<Object> rows(
      DataContext root, Enumerable<Object> input, WindowPlan plan) {
    StatementContext context = ((CompiledQuery.Root) root).context();
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (Enumerator<Object> each = input.enumerator()) {
          while (each.moveNext()) {
            Object row = each.current();
            rows.add(
                plan.width() == 1 && !(row instanceof Object[])
                    ? new @Nullable Object[] {row}
                    : (@Nullable Object[]) row);
          }
        }
        List<Object> results =
            new ArrayList<>(WindowEvaluator.of(plan, rows, context.cancellation()::check));
        return Linq4j.enumerator(results);
      }
    };
  }

  /** Takes a window over into the convention. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                FramedWindow.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "EnumerableFramesRule")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      FramedWindow window = (FramedWindow) rel;
      RelNode input =
          convert(
              window.getInput(),
              window.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
      return new EnumerableFrames(
          window.getTraitSet().replace(EnumerableConvention.INSTANCE),
          input,
          window.getRowType(),
          window.plan());
    }
  }
}
