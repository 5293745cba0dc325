package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;

/** Lowers all expressions of a plan, and other constructs that depend on types before it runs. */
public final class PlanLowering extends RelHomogeneousShuttle {
  private final Lowering lowering;
  private final RelBuilder relBuilder;
  private final ComparableGroups comparableGroups;

  public PlanLowering(RexBuilder builder, RelBuilder relBuilder) {
    this.lowering = new Lowering(builder);
    this.relBuilder = relBuilder;
    this.comparableGroups = new ComparableGroups(builder);
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Aggregate aggregate -> comparableGroups.of(widenSums(aggregate));
      case Union union when !union.all -> comparableGroups.of(union);
      case Values values -> values.getTuples().isEmpty() ? values : lowerValues(values);
      case Join join -> comparableKeys((Join) join.accept(lowering));
      default -> visited.accept(lowering);
    };
  }

  /**
   * Makes the keys of a hash join comparable: numbers of different scales must have equal
   * representations.
   */
  private RelNode comparableKeys(Join join) {
    RexNode condition = join.getCondition().accept(new KeyShuttle());
    if (condition.equals(join.getCondition())) {
      return join;
    }
    Join changed =
        join.copy(
            join.getTraitSet(),
            condition,
            join.getLeft(),
            join.getRight(),
            join.getJoinType(),
            join.isSemiJoinDone());
    return RelOptUtil.pushDownJoinConditions(changed, relBuilder);
  }

  /** Makes keys of the two sides of equalities between NUMERICs. */
  private final class KeyShuttle extends RexShuttle {
    @Override
    public RexNode visitCall(RexCall call) {
      if (call.getKind() != SqlKind.EQUALS || !differInDigits(call)) {
        return super.visitCall(call);
      }
      RexBuilder builder = relBuilder.getRexBuilder();
      List<RexNode> keys = new ArrayList<>();
      for (RexNode operand : call.operands) {
        keys.add(
            builder.makeCall(operand.getType(), RuntimeFunctions.KEY_DECIMAL, List.of(operand)));
      }
      return call.clone(call.getType(), keys);
    }

    private boolean differInDigits(RexCall call) {
      RelDataType left = call.operands.getFirst().getType();
      RelDataType right = call.operands.getLast().getType();
      return CalciteTypes.kindOf(left) == TypeKind.NUMERIC
          && CalciteTypes.kindOf(right) == TypeKind.NUMERIC
          && (PostgresTypeSystem.isUnlimited(left)
              || PostgresTypeSystem.isUnlimited(right)
              || left.getScale() != right.getScale());
    }
  }

  /** Sums of BIGINT are NUMERIC: they are taken over NUMERICs. */
  private Aggregate widenSums(Aggregate aggregate) {
    List<Integer> wide = new ArrayList<>();
    RelNode input = aggregate.getInput();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (isWideSum(call, input) && !wide.contains(call.getArgList().getFirst())) {
        wide.add(call.getArgList().getFirst());
      }
    }
    if (wide.isEmpty()) {
      return aggregate;
    }
    relBuilder.push(input);
    List<RexNode> fields = new ArrayList<>(relBuilder.fields());
    RexBuilder builder = relBuilder.getRexBuilder();
    for (int index : wide) {
      RelDataType type =
          builder
              .getTypeFactory()
              .createTypeWithNullability(
                  PostgresTypeSystem.unlimited(builder.getTypeFactory()),
                  fields.get(index).getType().isNullable());
      fields.add(lowering.apply(builder.makeAbstractCast(type, fields.get(index), false)));
    }
    int width = input.getRowType().getFieldCount();
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(
          isWideSum(call, input)
              ? call.withArgList(List.of(width + wide.indexOf(call.getArgList().getFirst())))
              : call);
    }
    RelNode projected = relBuilder.project(fields, List.of(), true).build();
    return aggregate.copy(
        aggregate.getTraitSet(),
        projected,
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  private static boolean isWideSum(AggregateCall call, RelNode input) {
    SqlKind kind = call.getAggregation().getKind();
    return (kind == SqlKind.SUM || kind == SqlKind.SUM0)
        && CalciteTypes.kindOf(call.getType()) == TypeKind.NUMERIC
        && CalciteTypes.kindOf(
                input.getRowType().getFieldList().get(call.getArgList().getFirst()).getType())
            != TypeKind.NUMERIC;
  }

  /** Rows of literals that change when they are lowered become projections of a row without. */
  private RelNode lowerValues(Values values) {
    boolean isPlain = true;
    for (RelDataTypeField field : values.getRowType().getFieldList()) {
      TypeKind kind = CalciteTypes.kindOf(field.getType());
      isPlain &=
          kind != TypeKind.TIMESTAMP
              && kind != TypeKind.TIMESTAMPTZ
              && kind != TypeKind.TIME
              && !PostgresTypeSystem.isUnlimited(field.getType());
    }
    if (isPlain) {
      return values;
    }
    for (List<RexLiteral> tuple : values.getTuples()) {
      relBuilder.push(
          org.apache.calcite.rel.logical.LogicalValues.createOneRow(values.getCluster()));
      List<RexNode> lowered = new ArrayList<>();
      for (int i = 0; i < tuple.size(); i++) {
        RelDataType type = values.getRowType().getFieldList().get(i).getType();
        RexNode literal = lowering.apply(tuple.get(i));
        lowered.add(
            literal.getType().equals(type)
                ? literal
                : relBuilder.getRexBuilder().makeAbstractCast(type, literal, false));
      }
      relBuilder.project(lowered, values.getRowType().getFieldNames(), true);
    }
    return relBuilder.union(true, values.getTuples().size()).build();
  }
}
