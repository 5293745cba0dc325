package dev.colonnade.sql.plan.validate;

import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Operands that become one type in PostgreSQL where Calcite would take another, or refuse. */
final class SharedTypes {
  /** The place of ELSE among the operands of CASE. */
  private static final int ELSE = 3;

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

  /** As {@link #apply}, of CASE: only for types of which Calcite knows nothing. */
  static void apply(SqlValidator validator, SqlValidatorScope scope, SqlCase conditional) {
    List<SqlNode> results = new ArrayList<>(Nodes.of(conditional.getThenOperands()));
    SqlNode otherwise = conditional.getElseOperand();
    if (otherwise != null) {
      results.add(otherwise);
    }
    if (results.stream().noneMatch(SharedTypes::isText)) {
      return;
    }
    SqlType shared = shared(validator, scope, results);
    if (shared == null || !shared.kind().isOurs()) {
      return;
    }
    SqlNodeList thens = conditional.getThenOperands();
    for (int i = 0; i < thens.size(); i++) {
      if (isText(thens.get(i))) {
        thens.set(i, cast(thens.get(i), shared));
      }
    }
    if (otherwise != null && isText(otherwise)) {
      conditional.setOperand(ELSE, cast(otherwise, shared));
    }
  }

  private static boolean isText(SqlNode node) {
    return node instanceof SqlCharStringLiteral;
  }

  /** The type of those that have one, which text is the weakest of; null if none has. */
  private static @Nullable SqlType shared(
      SqlValidator validator, SqlValidatorScope scope, List<SqlNode> operands) {
    SqlType shared = null;
    for (SqlNode operand : operands) {
      SqlType type = typeOf(validator, scope, operand);
      boolean isKnown = type != null && type.kind() != TypeKind.UNKNOWN;
      if (isKnown && (shared == null || shared.kind().isText())) {
        shared = type;
      }
    }
    return shared;
  }

  /** A literal without a type has that of the others. */
  private static void castLiterals(
      SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    SqlType shared = shared(validator, scope, call.getOperandList());
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
