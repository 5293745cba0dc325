package dev.colonnade.sql.run;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.EnumerableSort;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Lowers the expressions of generated code to what Calcite can compile, where {@link
 * GeneratedTypes} determines that it cannot compile them. Between two operators rows keep their
 * types; a view in between converts them.
 */
final class GeneratedPlan {
  private final GeneratedTypes types;

  private GeneratedPlan(RelNode plan) {
    this.types = new GeneratedTypes(plan.getCluster().getRexBuilder());
  }

  /** The plan as code is made of it. */
  static RelNode of(RelNode plan) {
    return new GeneratedPlan(plan).lowered(plan);
  }

  private RelNode lowered(RelNode plan) {
    List<RelNode> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (RelNode input : plan.getInputs()) {
      RelNode below = lowered(input);
      inputs.add(below);
      isChanged |= !below.equals(input);
    }
    RelNode copied = isChanged ? plan.copy(plan.getTraitSet(), inputs) : plan;
    return switch (copied) {
      case EnumerableCalc calc -> lowered(calc);
      case EnumerableHashJoin join -> lowered(join);
      case EnumerableNestedLoopJoin join -> lowered(join);
      case EnumerableAggregate aggregate -> lowered(aggregate);
      case EnumerableSort sort -> OrderedSort.of(sort);
      case EnumerableLimitSort sort -> OrderedSort.of(sort);
      default -> copied;
    };
  }

  /** An input, its rows with other types. */
  private RelNode shown(RelNode input) {
    return shown(input, types.typeOf(input.getRowType()));
  }

  private static RelNode shown(RelNode input, RelDataType rowType) {
    return input.getRowType().equals(rowType) ? input : new EnumerableRetyped(input, rowType);
  }

  private RelNode lowered(EnumerableCalc calc) {
    RexProgram program = calc.getProgram();
    List<RexNode> expressions = types.apply(program.getExprList());
    boolean isSame = expressions.equals(program.getExprList());
    if (isSame && types.typeOf(calc.getRowType()).equals(calc.getRowType())) {
      return calc;
    }
    List<RexLocalRef> projects = new ArrayList<>();
    for (RexLocalRef project : program.getProjectList()) {
      projects.add((RexLocalRef) project.accept(types));
    }
    RelNode input = shown(calc.getInput());
    RexProgram changed =
        new RexProgram(
            input.getRowType(),
            expressions,
            projects,
            program.getCondition(),
            types.typeOf(program.getOutputRowType()));
    RexProgram normalized = changed.normalize(calc.getCluster().getRexBuilder(), null);
    return shown(
        new EnumerableCalc(calc.getCluster(), calc.getTraitSet(), input, normalized),
        calc.getRowType());
  }

  private RelNode lowered(Join join) {
    RexNode condition = join.getCondition().accept(types);
    return condition.equals(join.getCondition())
        ? join
        : shown(
            join.copy(
                join.getTraitSet(),
                condition,
                shown(join.getLeft()),
                shown(join.getRight()),
                join.getJoinType(),
                join.isSemiJoinDone()),
            join.getRowType());
  }

  private RelNode lowered(EnumerableAggregate aggregate) {
    boolean isSame =
        aggregate.getAggCallList().stream()
            .allMatch(call -> isSame(call.getType()) && isSame(call, aggregate.getInput()));
    if (isSame) {
      return aggregate;
    }
    RelNode input = shown(aggregate.getInput());
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(withType(call, types.typeOf(call.getType())));
    }
    return shown(
        aggregate.copy(
            aggregate.getTraitSet(),
            input,
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls),
        aggregate.getRowType());
  }

  private boolean isSame(RelDataType type) {
    return types.typeOf(type).equals(type);
  }

  private boolean isSame(AggregateCall call, RelNode input) {
    return call.getArgList().stream()
        .allMatch(column -> isSame(input.getRowType().getFieldList().get(column).getType()));
  }

  private static AggregateCall withType(AggregateCall call, RelDataType type) {
    return AggregateCall.create(
        SqlParserPos.ZERO,
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        type,
        call.getName());
  }

  /** Rows as they are, under other types whose values are held likewise. */
  private static final class EnumerableRetyped extends SingleRel implements EnumerableRel {
    EnumerableRetyped(RelNode input, RelDataType rowType) {
      super(input.getCluster(), input.getTraitSet(), input);
      this.rowType = rowType;
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new EnumerableRetyped(inputs.getFirst(), getRowType());
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
      Result below = implementor.visitChild(this, 0, (EnumerableRel) getInput(), Prefer.ARRAY);
      return implementor.result(
          PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY),
          below.block);
    }
  }
}
