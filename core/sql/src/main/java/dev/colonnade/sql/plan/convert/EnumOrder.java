package dev.colonnade.sql.plan.convert;

import com.google.common.collect.ImmutableList;
import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.value.EnumLabelOrder;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Compares and orders values of enums by the places of their labels, where a plan would go by their
 * letters: in comparisons, orders, windows, and the least and greatest of a group.
 */
public final class EnumOrder extends RelHomogeneousShuttle {
  /** Marks a column as compared as text, also a column of an enum. */
  static final RuntimeFunction TEXT = RuntimeFunction.of(EnumLabelOrder.class, "asText");

  private static final RuntimeFunction POSITION =
      RuntimeFunction.of(EnumLabelOrder.class, "position");
  private static final RuntimeFunction LABEL = RuntimeFunction.of(EnumLabelOrder.class, "label");

  private final RexBuilder builder;
  private final RelDataType place;

  private EnumOrder(RexBuilder builder) {
    this.builder = builder;
    this.place = builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER);
  }

  /** The plan with the order of enums. */
  public static RelNode of(RelNode plan) {
    return plan.accept(new EnumOrder(plan.getCluster().getRexBuilder()));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    RelNode ordered = visited.accept(new Expressions(visited));
    return switch (ordered) {
      case Sort sort -> sorted(sort);
      case Aggregate aggregate -> aggregated(aggregate);
      default -> ordered;
    };
  }

  private RexNode placeOf(EnumType type, RexNode value) {
    RelDataTypeFactory factory = builder.getTypeFactory();
    return builder.makeCall(
        factory.createTypeWithNullability(place, value.getType().isNullable()),
        POSITION,
        List.of(text(type), value));
  }

  private RexNode text(EnumType type) {
    return builder.makeLiteral(
        EnumLabelOrder.text(type.name(), type.labels().stream().map(EnumLabel::label).toList()));
  }

  private RelNode sorted(Sort sort) {
    RelNode input = sort.getInput();
    List<RelFieldCollation> keys = new ArrayList<>();
    List<RexNode> fields = new ArrayList<>(builder.identityProjects(input.getRowType()));
    int width = fields.size();
    for (RelFieldCollation key : sort.getCollation().getFieldCollations()) {
      EnumType type = EnumColumns.of(input, key.getFieldIndex());
      keys.add(type == null ? key : key.withFieldIndex(fields.size()));
      if (type != null) {
        fields.add(placeOf(type, builder.makeInputRef(input, key.getFieldIndex())));
      }
    }
    if (fields.size() == width) {
      return sort;
    }
    RelNode wider = LogicalProject.create(input, List.of(), fields, (List<String>) null, Set.of());
    RelCollation collation = RelCollations.of(keys);
    RelNode ordered = LogicalSort.create(wider, collation, sort.offset, sort.fetch);
    List<RexNode> own = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      own.add(builder.makeInputRef(ordered, i));
    }
    return LogicalProject.create(
        ordered, List.of(), own, sort.getRowType().getFieldNames(), Set.of());
  }

  private RelNode aggregated(Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    List<RexNode> fields = new ArrayList<>(builder.identityProjects(input.getRowType()));
    int width = fields.size();
    List<AggregateCall> calls = new ArrayList<>();
    List<@Nullable EnumType> types = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      boolean isExtreme =
          call.getAggregation().getKind() == SqlKind.MIN
              || call.getAggregation().getKind() == SqlKind.MAX;
      EnumType type = isExtreme ? EnumColumns.of(input, call.getArgList().getFirst()) : null;
      types.add(type);
      calls.add(type == null ? call : ofPlaces(call, fields.size()));
      if (type != null) {
        fields.add(placeOf(type, builder.makeInputRef(input, call.getArgList().getFirst())));
      }
    }
    if (fields.size() == width) {
      return aggregate;
    }
    RelNode wider = LogicalProject.create(input, List.of(), fields, (List<String>) null, Set.of());
    RelNode changed =
        LogicalAggregate.create(
            wider, aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
    List<RexNode> shown = new ArrayList<>();
    for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
      RexNode field = builder.makeInputRef(changed, i);
      EnumType type =
          i < aggregate.getGroupCount() ? null : types.get(i - aggregate.getGroupCount());
      RelDataType wanted = aggregate.getRowType().getFieldList().get(i).getType();
      shown.add(type == null ? field : builder.makeCall(wanted, LABEL, List.of(text(type), field)));
    }
    return LogicalProject.create(
        changed, List.of(), shown, aggregate.getRowType().getFieldNames(), Set.of());
  }

  private AggregateCall ofPlaces(AggregateCall call, int argument) {
    RelDataType type =
        builder.getTypeFactory().createTypeWithNullability(place, call.getType().isNullable());
    return AggregateCall.create(
        call.getParserPosition(),
        call.getAggregation(),
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        List.of(argument),
        call.filterArg,
        call.distinctKeys,
        call.collation,
        type,
        call.getName());
  }

  /** The expressions of one operator. */
  private final class Expressions extends RexShuttle {
    private final RelNode operator;

    Expressions(RelNode operator) {
      this.operator = operator;
    }

    private @Nullable EnumType enumOf(RexNode node) {
      return node instanceof RexInputRef ref
          ? EnumColumns.ofInputs(operator, ref.getIndex())
          : null;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
      return visited.clone(visited.rel.accept(EnumOrder.this));
    }

    @Override
    public RexNode visitOver(RexOver over) {
      RexOver visited = (RexOver) super.visitOver(over);
      List<RexFieldCollation> keys = new ArrayList<>();
      boolean isChanged = false;
      for (RexFieldCollation key : visited.getWindow().orderKeys) {
        EnumType type = enumOf(key.left);
        isChanged |= type != null;
        keys.add(type == null ? key : new RexFieldCollation(placeOf(type, key.left), key.right));
      }
      boolean isExtreme =
          visited.getOperator().getKind() == SqlKind.MIN
              || visited.getOperator().getKind() == SqlKind.MAX;
      EnumType type = isExtreme ? enumOf(visited.getOperands().getFirst()) : null;
      if (type == null) {
        return isChanged ? with(visited, visited.getType(), visited.getOperands(), keys) : visited;
      }
      RelDataType ofPlaces =
          builder.getTypeFactory().createTypeWithNullability(place, visited.getType().isNullable());
      List<RexNode> places = List.of(placeOf(type, visited.getOperands().getFirst()));
      return builder.makeCall(
          visited.getType(), LABEL, List.of(text(type), with(visited, ofPlaces, places, keys)));
    }

    private RexNode with(
        RexOver over, RelDataType type, List<RexNode> operands, List<RexFieldCollation> keys) {
      return builder.makeOver(
          type,
          over.getAggOperator(),
          operands,
          over.getWindow().partitionKeys,
          ImmutableList.copyOf(keys),
          over.getWindow().getLowerBound(),
          over.getWindow().getUpperBound(),
          over.getWindow().getExclude(),
          over.getWindow().isRows(),
          true,
          false,
          over.isDistinct(),
          over.ignoreNulls());
    }

    @Override
    public RexNode visitCall(RexCall call) {
      if (call.getKind() == SqlKind.SEARCH && enumOf(call.operands.getFirst()) != null) {
        return RexUtil.expandSearch(builder, null, call).accept(this);
      }
      if (call.getOperator().equals(TEXT) && enumOf(call.operands.getFirst()) == null) {
        return call.operands.getFirst();
      }
      return switch (call.getKind()) {
        case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> compared(call);
        default -> super.visitCall(call);
      };
    }

    private RexNode compared(RexCall call) {
      RexNode left = call.operands.get(0);
      RexNode right = call.operands.get(1);
      EnumType ofLeft = enumOf(left);
      EnumType ofRight = enumOf(right);
      EnumType type = ofLeft == null ? ofRight : ofLeft;
      boolean isOne = ofLeft == null || ofRight == null || ofLeft.equals(ofRight);
      if (type == null || !isOne) {
        return super.visitCall(call);
      }
      return builder.makeCall(
          call.getOperator(), placeOf(type, left.accept(this)), placeOf(type, right.accept(this)));
    }
  }
}
