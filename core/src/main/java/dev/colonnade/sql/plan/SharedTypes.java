package dev.colonnade.sql.plan;

import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Operands that become one type in PostgreSQL where Calcite would take another, or refuse. */
final class SharedTypes {
  private SharedTypes() {}

  /** Casts operands of a call whose type is not known yet. */
  static void apply(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    switch (call.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE -> widenReal(validator, scope, call);
      case GREATEST, LEAST -> castLiterals(validator, scope, call);
      default -> {
        String name = call.getOperator().getName();
        if (name.equalsIgnoreCase("greatest") || name.equalsIgnoreCase("least")) {
          castLiterals(validator, scope, call);
        }
      }
    }
  }

  /** REAL with another type of number is DOUBLE PRECISION. */
  private static void widenReal(
      SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    if (call.operandCount() != 2) {
      return;
    }
    TypeKind left = kindOf(validator, scope, call.operand(0));
    TypeKind right = kindOf(validator, scope, call.operand(1));
    if (left == TypeKind.REAL && right.isNumber() && right != TypeKind.REAL) {
      call.setOperand(0, cast(call.operand(0), SqlType.of(TypeKind.DOUBLE)));
    } else if (right == TypeKind.REAL && left.isNumber() && left != TypeKind.REAL) {
      call.setOperand(1, cast(call.operand(1), SqlType.of(TypeKind.DOUBLE)));
    }
  }

  /** A literal without a type has that of the others. */
  private static void castLiterals(
      SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    SqlType shared = null;
    for (SqlNode operand : call.getOperandList()) {
      SqlType type = typeOf(validator, scope, operand);
      boolean isKnown = type != null && type.kind() != TypeKind.UNKNOWN;
      if (isKnown && (shared == null || shared.kind().isText())) {
        shared = type;
      }
    }
    if (shared == null || shared.kind().isText()) {
      return;
    }
    List<SqlNode> operands = call.getOperandList();
    for (int i = 0; i < operands.size(); i++) {
      if (FunctionCalls.isUntyped(operands.get(i))) {
        call.setOperand(i, cast(operands.get(i), shared));
      }
    }
  }

  private static TypeKind kindOf(SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    SqlType type = typeOf(validator, scope, operand);
    return type == null ? TypeKind.UNKNOWN : type.kind();
  }

  private static @Nullable SqlType typeOf(
      SqlValidator validator, SqlValidatorScope scope, SqlNode operand) {
    if (FunctionCalls.isUntyped(operand)) {
      return null;
    }
    RelDataType type = validator.deriveType(scope, operand);
    return type.getSqlTypeName() == SqlTypeName.NULL ? null : TypeMapping.sqlType(type);
  }

  private static SqlNode cast(SqlNode operand, SqlType type) {
    SqlParserPos pos = operand.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(pos, operand, KnownTypeSpec.of(type, pos));
  }
}
