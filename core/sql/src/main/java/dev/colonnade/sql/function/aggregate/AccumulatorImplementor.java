package dev.colonnade.sql.function.aggregate;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.calcite.adapter.enumerable.AggAddContext;
import org.apache.calcite.adapter.enumerable.AggContext;
import org.apache.calcite.adapter.enumerable.AggImplementor;
import org.apache.calcite.adapter.enumerable.AggResetContext;
import org.apache.calcite.adapter.enumerable.AggResultContext;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rex.RexNode;

/** Code generator of calls of a {@link GroupAccumulator}, which is the state of a group. */
record AccumulatorImplementor(String name) implements AggImplementor {
  private static final Method START =
      Types.lookupMethod(AggregateRegistry.class, "start", String.class);
  private static final Method ADD =
      Types.lookupMethod(GroupAccumulator.class, "add", Object[].class);
  private static final Method RESULT = Types.lookupMethod(GroupAccumulator.class, "result");

  @Override
  public List<Type> getStateType(AggContext info) {
    return List.of(GroupAccumulator.class);
  }

  @Override
  public void implementReset(AggContext info, AggResetContext reset) {
    reset
        .currentBlock()
        .add(
            Expressions.statement(
                Expressions.assign(
                    reset.accumulator().getFirst(),
                    Expressions.call(START, Expressions.constant(name)))));
  }

  @Override
  public void implementAdd(AggContext info, AggAddContext add) {
    RexNode filter = add.rexFilterArgument();
    if (filter == null) {
      addRow(add);
      return;
    }
    Expression condition = add.rowTranslator().translateList(List.of(filter)).getFirst();
    BlockBuilder body = new BlockBuilder(true, add.currentBlock());
    add.nestBlock(body);
    addRow(add);
    add.exitBlock();
    add.currentBlock().add(Expressions.ifThen(condition, body.toBlock()));
  }

  private static void addRow(AggAddContext add) {
    List<Expression> arguments =
        add.arguments().stream()
            .map(
                argument ->
                    (Expression) Expressions.convert_(Expressions.box(argument), Object.class))
            .toList();
    add.currentBlock()
        .add(
            Expressions.statement(
                Expressions.call(
                    add.accumulator().getFirst(),
                    ADD,
                    Expressions.newArrayInit(Object.class, arguments))));
  }

  @Override
  public Expression implementResult(AggContext info, AggResultContext result) {
    return Expressions.convert_(
        Expressions.call(result.accumulator().getFirst(), RESULT),
        Primitive.box(info.returnType()));
  }
}
