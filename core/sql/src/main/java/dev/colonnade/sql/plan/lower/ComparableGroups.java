package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups go by hash, and the hash of a NUMERIC depends on its digits after the point: where they
 * are not the same for all, rows are grouped by the number without trailing zeros, and the group
 * shows one of its own.
 */
final class ComparableGroups {
  private final RexBuilder builder;

  ComparableGroups(RexBuilder builder) {
    this.builder = builder;
  }

  /** A union without duplicates. */
  RelNode of(Union union) {
    if (keysOfAnyDigits(union, ImmutableBitSet.range(union.getRowType().getFieldCount()))
        .isEmpty()) {
      return union;
    }
    RelNode all = LogicalUnion.create(union.getInputs(), true);
    return of(
        LogicalAggregate.create(
            all,
            List.of(),
            ImmutableBitSet.range(union.getRowType().getFieldCount()),
            null,
            List.of()));
  }

  RelNode of(Aggregate aggregate) {
    List<Integer> keys = keysOfAnyDigits(aggregate.getInput(), aggregate.getGroupSet());
    if (keys.isEmpty() || aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
      return aggregate;
    }
    RelNode input = withKeys(aggregate.getInput(), keys);
    int width = aggregate.getInput().getRowType().getFieldCount();
    ImmutableBitSet groups =
        aggregate
            .getGroupSet()
            .except(ImmutableBitSet.of(keys))
            .union(ImmutableBitSet.range(width, width + keys.size()));
    List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
    for (int key : keys) {
      calls.add(oneOf(input, key, groups.cardinality()));
    }
    RelNode grouped = LogicalAggregate.create(input, List.of(), groups, null, calls);
    return inOrder(aggregate, keys, groups, grouped);
  }

  private static List<Integer> keysOfAnyDigits(RelNode input, ImmutableBitSet keys) {
    List<Integer> found = new ArrayList<>();
    List<RelDataTypeField> fields = input.getRowType().getFieldList();
    for (int key : keys) {
      if (PostgresTypeSystem.isUnlimited(fields.get(key).getType())) {
        found.add(key);
      }
    }
    return found;
  }

  private RelNode withKeys(RelNode input, List<Integer> keys) {
    List<RexNode> fields = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<String> names = new ArrayList<>(input.getRowType().getFieldNames());
    for (int key : keys) {
      RexNode field = fields.get(key);
      fields.add(builder.makeCall(field.getType(), RuntimeFunctions.KEY_DECIMAL, List.of(field)));
      names.add("key" + names.size());
    }
    return LogicalProject.create(input, List.of(), fields, names, Set.of());
  }

  private static AggregateCall oneOf(RelNode input, int key, int groupCount) {
    RelDataType type = input.getRowType().getFieldList().get(key).getType();
    return AggregateCall.create(
        SqlParserPos.ZERO,
        SqlStdOperatorTable.MIN,
        false,
        false,
        false,
        List.of(),
        List.of(key),
        -1,
        null,
        RelCollations.EMPTY,
        groupCount == 0,
        input,
        type,
        "one" + key);
  }

  /** The columns as the aggregate had them. */
  private RelNode inOrder(
      Aggregate aggregate, List<Integer> keys, ImmutableBitSet groups, RelNode grouped) {
    int groupCount = groups.cardinality();
    int callCount = aggregate.getAggCallList().size();
    List<RexNode> fields = new ArrayList<>();
    for (int key : aggregate.getGroupSet()) {
      int at = keys.indexOf(key);
      fields.add(
          builder.makeInputRef(
              grouped, at < 0 ? groups.indexOf(key) : groupCount + callCount + at));
    }
    for (int i = 0; i < callCount; i++) {
      fields.add(builder.makeInputRef(grouped, groupCount + i));
    }
    return LogicalProject.create(
        grouped, List.of(), fields, aggregate.getRowType().getFieldNames(), Set.of());
  }
}
