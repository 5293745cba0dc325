package dev.colonnade.sql.plan;

import dev.colonnade.sql.type.TypeKind;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/** Reads text as another type only where it is a literal or a parameter, which have no type yet. */
final class PostgresCoercion extends TypeCoercionImpl {
  PostgresCoercion(RelDataTypeFactory factory, SqlValidator validator) {
    super(factory, validator);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    if (mixesTextWithOthers(binding)) {
      throw binding.newValidationSignatureError();
    }
    return super.binaryComparisonCoercion(binding);
  }

  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    return !mixesTextWithOthers(binding) && super.binaryArithmeticCoercion(binding);
  }

  private static boolean mixesTextWithOthers(SqlCallBinding binding) {
    if (binding.getOperandCount() != 2) {
      return false;
    }
    TypeKind left = TypeKind.of(binding.getOperandType(0));
    TypeKind right = TypeKind.of(binding.getOperandType(1));
    return left.isText() != right.isText()
        && left != TypeKind.UNKNOWN
        && right != TypeKind.UNKNOWN
        && !isUntyped(binding.operand(left.isText() ? 0 : 1));
  }

  private static boolean isUntyped(SqlNode node) {
    return node instanceof SqlLiteral || node instanceof SqlDynamicParam;
  }
}
