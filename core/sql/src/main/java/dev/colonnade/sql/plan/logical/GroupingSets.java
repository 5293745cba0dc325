package dev.colonnade.sql.plan.logical;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Corrects Calcite's grouping sets: the group of all rows exists also where there are no rows, and
 * a DISTINCT in one of the calls requires an aggregate for each set.
 */
final class GroupingSets extends RelHomogeneousShuttle {
  private final RelBuilder relBuilder;

  GroupingSets(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Aggregate aggregate)
        || aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return visited;
    }
    if (aggregate.getAggCallList().stream().anyMatch(AggregateCall::isDistinct)) {
      return eachSet(aggregate);
    }
    return hasEmptySet(aggregate) ? withGroupOfNoRows(aggregate) : aggregate;
  }

  private static boolean hasEmptySet(Aggregate aggregate) {
    return aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
  }

  private RelNode eachSet(Aggregate aggregate) {
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      RelNode groups = grouped(aggregate, aggregate.getInput(), set, List.of());
      relBuilder.push(groups).project(columns(aggregate, groups, set), names(aggregate), true);
    }
    return relBuilder.union(true, aggregate.getGroupSets().size()).build();
  }

  /** The groups and, where there are none because there is no row, the one of all rows. */
  private RelNode withGroupOfNoRows(Aggregate aggregate) {
    ImmutableBitSet none = ImmutableBitSet.of();
    RelNode firstRow = relBuilder.push(aggregate.getInput()).limit(0, 1).build();
    RelNode group = grouped(aggregate, firstRow, none, List.of(countOf(firstRow)));
    RexNode count = RexInputRef.of(group.getRowType().getFieldCount() - 1, group.getRowType());
    relBuilder.push(aggregate);
    relBuilder
        .push(group)
        .filter(relBuilder.equals(count, relBuilder.literal(0)))
        .project(columns(aggregate, group, none), names(aggregate), true);
    return relBuilder.union(true, 2).build();
  }

  private static List<String> names(Aggregate aggregate) {
    return aggregate.getRowType().getFieldNames();
  }

  private static AggregateCall countOf(RelNode input) {
    return AggregateCall.create(
        SqlParserPos.ZERO,
        SqlStdOperatorTable.COUNT,
        false,
        false,
        false,
        List.of(),
        List.of(),
        -1,
        null,
        RelCollations.EMPTY,
        true,
        input,
        null,
        "rows");
  }

  /** Returns an aggregate for one set, without calls that only distinguish sets. */
  private static RelNode grouped(
      Aggregate aggregate, RelNode input, ImmutableBitSet set, List<AggregateCall> more) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (!isGrouping(call)) {
        calls.add(
            call.adaptTo(
                input, call.getArgList(), call.filterArg, hasEmptySet(aggregate), set.isEmpty()));
      }
    }
    calls.addAll(more);
    return LogicalAggregate.create(input, aggregate.getHints(), set, null, calls);
  }

  private static boolean isGrouping(AggregateCall call) {
    return switch (call.getAggregation().getKind()) {
      case GROUPING, GROUPING_ID, GROUP_ID -> true;
      default -> false;
    };
  }

  /** The columns of an aggregate, made of those of one set: NULL is what the set lacks. */
  private List<RexNode> columns(Aggregate aggregate, RelNode groups, ImmutableBitSet set) {
    RexBuilder builder = relBuilder.getRexBuilder();
    List<RelDataTypeField> shown = aggregate.getRowType().getFieldList();
    List<RexNode> columns = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      RelDataType type = shown.get(columns.size()).getType();
      columns.add(
          set.get(key)
              ? builder.makeInputRef(groups, set.indexOf(key))
              : builder.makeNullLiteral(type));
    }
    int next = set.cardinality();
    for (AggregateCall call : aggregate.getAggCallList()) {
      RelDataType type = shown.get(columns.size()).getType();
      columns.add(
          isGrouping(call)
              ? builder.makeLiteral(BigDecimal.valueOf(missing(call, set)), type, false)
              : builder.makeInputRef(groups, next++));
    }
    return columns;
  }

  /** One bit for each argument of a GROUPING that is not in a set; the last one is the lowest. */
  private static long missing(AggregateCall call, ImmutableBitSet set) {
    long bits = 0;
    for (int argument : call.getArgList()) {
      bits = bits << 1 | (set.get(argument) ? 0 : 1);
    }
    return bits;
  }
}
