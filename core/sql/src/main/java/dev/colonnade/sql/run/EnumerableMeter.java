package dev.colonnade.sql.run;

import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.run.MeteredRows.Keeping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableCollect;
import org.apache.calcite.adapter.enumerable.EnumerableCorrelate;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableIntersect;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableRepeatUnion;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.EnumerableTableFunctionScan;
import org.apache.calcite.adapter.enumerable.EnumerableTableSpool;
import org.apache.calcite.adapter.enumerable.EnumerableUncollect;
import org.apache.calcite.adapter.enumerable.EnumerableUnion;
import org.apache.calcite.adapter.enumerable.EnumerableWindow;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.jspecify.annotations.Nullable;

/**
 * Rows on their way to an operator of generated code that keeps them: they are charged to the
 * query, which fails before they fill the heap. Also rows of operators that make many of few: the
 * statement can be canceled while they come.
 */
final class EnumerableMeter extends SingleRel implements EnumerableRel {
  private final Keeping keeping;

  private EnumerableMeter(RelNode input, Keeping keeping) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.keeping = keeping;
  }

  /** The plan with meters below the operators that keep rows. */
  static RelNode metered(RelNode plan) {
    List<RelNode> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (int i = 0; i < plan.getInputs().size(); i++) {
      RelNode input = plan.getInput(i);
      RelNode below = metered(input);
      Keeping keeping = keeping(plan, i);
      RelNode metered = keeping == null ? below : new EnumerableMeter(below, keeping);
      inputs.add(metered);
      isChanged |= !metered.equals(input);
    }
    RelNode changed = isChanged ? plan.copy(plan.getTraitSet(), inputs) : plan;
    return makesMany(plan) ? new EnumerableMeter(changed, Keeping.NOTHING) : changed;
  }

  /**
   * Returns whether an operator returns more rows than it reads, and so may run for long without
   * checking for cancellation, as scans do.
   */
  private static boolean makesMany(RelNode operator) {
    return switch (operator) {
      case EnumerableUncollect _, EnumerableTableFunctionScan _, EnumerableRepeatUnion _ -> true;
      case EnumerableHashJoin _, EnumerableNestedLoopJoin _, EnumerableCorrelate _ -> true;
      default -> false;
    };
  }

  /** Returns the kind of memory charge of an operator for an input; null if it buffers nothing. */
  private static @Nullable Keeping keeping(RelNode operator, int input) {
    return switch (operator) {
      case EnumerableSort _, EnumerableWindow _, EnumerableCollect _, EnumerableTableSpool _ ->
          Keeping.ALL_ROWS;
      case EnumerableMarkJoin _ -> input == 0 ? Keeping.ALL_ROWS : null;
      case EnumerableFrames _ -> Keeping.ALL_ROWS;
      case EnumerableHashJoin _, EnumerableNestedLoopJoin _ -> input == 1 ? Keeping.ALL_ROWS : null;
      case EnumerableUnion union -> union.all ? null : Keeping.NEW_ROWS;
      case EnumerableIntersect _, EnumerableMinus _ -> Keeping.NEW_ROWS;
      case EnumerableRepeatUnion union -> union.all ? null : Keeping.ROWS_OF_ALL_ROUNDS;
      case EnumerableAggregate aggregate -> keeping(aggregate);
      default -> null;
    };
  }

  private static Keeping keeping(EnumerableAggregate aggregate) {
    boolean keepsValues =
        aggregate.getAggCallList().stream().anyMatch(EnumerableMeter::keepsValues);
    boolean isSimple = aggregate.getGroupType() == Aggregate.Group.SIMPLE;
    return keepsValues || !isSimple ? Keeping.ALL_ROWS : Keeping.GROUPS;
  }

  private static boolean keepsValues(AggregateCall call) {
    return call.isDistinct()
        || !call.getCollation().getFieldCollations().isEmpty()
        || (call.getAggregation() instanceof PostgresAggregate own && own.growsWithRows());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableMeter(inputs.getFirst(), keeping);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    Result below = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
    Expression rows = block.append("rows", below.block);
    Expression place =
        implementor.stash(
            new MeteredRows.Place(keeping, getRowType().getFieldCount()), MeteredRows.Place.class);
    block.add(
        Expressions.call(
            MeteredRows.class,
            "of",
            Expressions.convert_(DataContext.ROOT, DataContext.class),
            rows,
            place));
    return implementor.result(below.physType, block.toBlock());
  }
}
