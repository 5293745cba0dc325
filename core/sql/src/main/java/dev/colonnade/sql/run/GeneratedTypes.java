package dev.colonnade.sql.run;

import dev.colonnade.sql.function.operator.ComparisonFunctions;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Expressions as generated code can be made of them. A TIME is a BIGINT there, which is how it is
 * held: Calcite would read it as an int of milliseconds. Values for which Calcite has no order are
 * compared by functions of ours.
 */
final class GeneratedTypes extends RexShuttle {
  private final RexBuilder builder;

  GeneratedTypes(RexBuilder builder) {
    this.builder = builder;
  }

  /** The type with BIGINT in the place of TIME. */
  RelDataType typeOf(RelDataType type) {
    RelDataTypeFactory factory = builder.getTypeFactory();
    if (type.isStruct()) {
      RelDataTypeFactory.Builder fields = factory.builder();
      for (RelDataTypeField field : type.getFieldList()) {
        fields.add(field.getName(), typeOf(field.getType()));
      }
      return factory.createTypeWithNullability(fields.build(), type.isNullable());
    }
    RelDataType element = type.getComponentType();
    if (type.getSqlTypeName() == SqlTypeName.ARRAY && element != null) {
      return factory.createTypeWithNullability(
          factory.createArrayType(typeOf(element), -1), type.isNullable());
    }
    return type.getSqlTypeName() == SqlTypeName.TIME
        ? factory.createTypeWithNullability(
            factory.createSqlType(SqlTypeName.BIGINT), type.isNullable())
        : type;
  }

  @Override
  public RexNode visitInputRef(RexInputRef ref) {
    return new RexInputRef(ref.getIndex(), typeOf(ref.getType()));
  }

  @Override
  public RexNode visitLocalRef(RexLocalRef ref) {
    return new RexLocalRef(ref.getIndex(), typeOf(ref.getType()));
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    return literal.isNull() ? builder.makeNullLiteral(typeOf(literal.getType())) : literal;
  }

  @Override
  public RexNode visitDynamicParam(RexDynamicParam parameter) {
    return builder.makeDynamicParam(typeOf(parameter.getType()), parameter.getIndex());
  }

  @Override
  public RexNode visitFieldAccess(RexFieldAccess access) {
    return access.getReferenceExpr() instanceof RexCorrelVariable outer
        ? builder.makeFieldAccess(
            builder.makeCorrel(typeOf(outer.getType()), outer.id), access.getField().getIndex())
        : access;
  }

  @Override
  public RexNode visitCall(RexCall call) {
    List<RexNode> operands = new ArrayList<>();
    for (RexNode operand : call.operands) {
      operands.add(operand.accept(this));
    }
    boolean isOrdered = operands.size() == 2 && isWithoutOrder(operands.getFirst().getType());
    return switch (call.getKind()) {
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          isOrdered
              ? builder.makeCall(
                  call.getType(), ComparisonFunctions.comparison(call.getKind()), operands)
              : call.clone(call.getType(), operands);
      default -> call.clone(typeOf(call.getType()), operands);
    };
  }

  private static boolean isWithoutOrder(RelDataType type) {
    return switch (TypeKind.of(type)) {
      case UUID, INTERVAL, ARRAY -> true;
      default -> false;
    };
  }
}
