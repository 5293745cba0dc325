package dev.colonnade.sql.plan.logical;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.aggregate.AggregateOperators;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.function.scalar.ScalarSubqueryFunctions;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;

/**
 * Adds the check that a subquery returns at most one row above the join that replaces it. Within
 * the join all values are grouped, also those that no row of the outer query needs, and a group of
 * these must not fail.
 */
final class SingleValues extends RelHomogeneousShuttle {
  private static final RuntimeFunction HAS_MANY_ROWS =
      RuntimeFunction.of(ScalarSubqueryFunctions.class, "hasManyRows");

  private final RelBuilder relBuilder;

  SingleValues(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return visited instanceof Correlate correlate
            && correlate.getRight().stripped() instanceof Aggregate aggregate
            && isSingleValue(aggregate)
        ? checkedAbove(correlate, aggregate)
        : visited;
  }

  private static boolean isSingleValue(Aggregate aggregate) {
    List<AggregateCall> calls = aggregate.getAggCallList();
    return aggregate.getGroupSet().isEmpty()
        && calls.size() == 1
        && calls.getFirst().getAggregation().getKind() == SqlKind.SINGLE_VALUE
        && !isOneRow(aggregate.getInput());
  }

  private static boolean isOneRow(RelNode input) {
    Double rowCountMax = input.getCluster().getMetadataQuery().getMaxRowCount(input);
    return rowCountMax != null && rowCountMax <= 1;
  }

  private RelNode checkedAbove(Correlate correlate, Aggregate aggregate) {
    RexBuilder builder = relBuilder.getRexBuilder();
    AggregateCall single = aggregate.getAggCallList().getFirst();
    RelNode rows =
        LogicalAggregate.create(
            aggregate.getInput(),
            aggregate.getHints(),
            aggregate.getGroupSet(),
            null,
            List.of(
                like(single, AggregateRegistry.FIRST_ROW, single.getType(), aggregate.getInput()),
                like(
                    single,
                    AggregateRegistry.ROW_COUNT,
                    nullable(SqlTypeName.BIGINT),
                    aggregate.getInput())));
    relBuilder.push(
        correlate.copy(
            correlate.getTraitSet(),
            correlate.getLeft(),
            rows,
            correlate.getCorrelationId(),
            correlate.getRequiredColumns(),
            correlate.getJoinType()));
    List<RelDataTypeField> joined = relBuilder.peek().getRowType().getFieldList();
    int last = joined.size() - 1;
    // Not by the builder, which makes a VARCHAR of a name.
    List<RexNode> fields = new ArrayList<>();
    for (int i = 0; i < last - 1; i++) {
      fields.add(RexInputRef.of(i, joined));
    }
    RexNode hasMany =
        builder.makeCall(
            nullable(SqlTypeName.BOOLEAN), HAS_MANY_ROWS, List.of(RexInputRef.of(last, joined)));
    fields.add(checked(builder, hasMany, RexInputRef.of(last - 1, joined)));
    return relBuilder.project(fields, correlate.getRowType().getFieldNames(), true).build();
  }

  /** A CASE of truth values would become an OR, which must not stand directly in another one. */
  private static RexNode checked(RexBuilder builder, RexNode hasMany, RexNode value) {
    if (value.getType().getSqlTypeName() == SqlTypeName.BOOLEAN) {
      return builder.makeCall(
          SqlStdOperatorTable.AND,
          builder.makeCall(SqlStdOperatorTable.IS_NOT_TRUE, hasMany),
          value);
    }
    return builder.makeCall(
        value.getType(),
        SqlStdOperatorTable.CASE,
        List.of(hasMany, builder.makeNullLiteral(value.getType()), value));
  }

  private RelDataType nullable(SqlTypeName name) {
    RelDataTypeFactory factory = relBuilder.getTypeFactory();
    return factory.createTypeWithNullability(factory.createSqlType(name), true);
  }

  private static AggregateCall like(
      AggregateCall single, String name, RelDataType type, RelNode input) {
    PostgresAggregate aggregate = AggregateOperators.find(name);
    if (aggregate == null) {
      throw new IllegalStateException("no such aggregate: " + name);
    }
    return AggregateCall.create(
        SqlParserPos.ZERO,
        aggregate,
        false,
        false,
        false,
        List.of(),
        single.getArgList(),
        -1,
        null,
        RelCollations.EMPTY,
        true,
        input,
        type,
        name);
  }
}
