package dev.colonnade.sql.plan.lower;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.operator.RuntimeFunctions;
import dev.colonnade.sql.function.operator.SequenceOperators;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Turns the functions of sequences into calls of methods, each of them like no other. */
final class SequenceLowering {
  private final RexBuilder builder;
  private final RelDataTypeFactory factory;
  private final CastLowering casts;
  private int calls;

  SequenceLowering(RexBuilder builder, CastLowering casts) {
    this.builder = builder;
    this.factory = builder.getTypeFactory();
    this.casts = casts;
  }

  /** The call of a method; null if this is no function of sequences. */
  @Nullable RexNode lower(RexCall call, List<RexNode> operands) {
    SqlOperator operator = call.getOperator();
    if (operator.equals(SequenceOperators.NEXTVAL)
        || operator.equals(SequenceOperators.NEXTVAL_OF)) {
      return call(call, RuntimeFunctions.SEQUENCE_NEXT, sequence(operator, operands.getFirst()));
    }
    if (operator.equals(SequenceOperators.CURRVAL)) {
      return call(call, RuntimeFunctions.SEQUENCE_CURRENT, sequence(operator, operands.getFirst()));
    }
    if (operator.equals(SequenceOperators.LASTVAL)) {
      return call(call, RuntimeFunctions.SEQUENCE_LAST);
    }
    if (operator.equals(SequenceOperators.SETVAL)) {
      return call(
          call,
          RuntimeFunctions.SEQUENCE_SET,
          sequence(operator, operands.getFirst()),
          casts.cast(operands.get(1), like(SqlTypeName.BIGINT, operands.get(1))),
          operands.size() > 2 ? operands.get(2) : builder.makeLiteral(true));
    }
    return null;
  }

  private RexNode sequence(SqlOperator operator, RexNode operand) {
    RelDataType bigint = like(SqlTypeName.BIGINT, operand);
    TypeKind kind = CalciteTypes.kindOf(operand.getType());
    if (operator.equals(SequenceOperators.NEXTVAL_OF)) {
      return casts.cast(operand, bigint);
    }
    if (kind.isText() || kind == TypeKind.UNKNOWN) {
      return builder.makeCall(bigint, RuntimeFunctions.SEQUENCE_NAMED, List.of(operand));
    }
    return builder.makeCall(
        bigint, RuntimeFunctions.SEQUENCE_OF_OID, List.of(casts.cast(operand, bigint)));
  }

  private RexNode call(RexCall call, RuntimeFunction function, RexNode... operands) {
    List<RexNode> arguments = new ArrayList<>(List.of(operands));
    arguments.add(
        builder.makeExactLiteral(
            BigDecimal.valueOf(calls++), factory.createSqlType(SqlTypeName.INTEGER)));
    return builder.makeCall(call.getType(), function, arguments);
  }

  private RelDataType like(SqlTypeName name, RexNode operand) {
    return factory.createTypeWithNullability(
        factory.createSqlType(name), operand.getType().isNullable());
  }
}
