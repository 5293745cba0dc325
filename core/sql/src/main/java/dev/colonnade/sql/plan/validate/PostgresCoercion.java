package dev.colonnade.sql.plan.validate;

import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.plan.type.PostgresType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/** Reads text as another type only where it is a literal or a parameter, which have no type yet. */
final class PostgresCoercion extends TypeCoercionImpl {
  PostgresCoercion(RelDataTypeFactory factory, SqlValidator validator) {
    super(factory, validator);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    if (mixesTextWithOthers(binding) || mixesTruthWithNumbers(binding)) {
      throw binding.newValidationSignatureError();
    }
    return super.binaryComparisonCoercion(binding);
  }

  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    return !mixesTextWithOthers(binding) && super.binaryArithmeticCoercion(binding);
  }

  /** An array beside texts, of which {@link #caseWhenCoercion} looks whether they are literals. */
  @Override
  public @Nullable RelDataType getWiderTypeFor(List<RelDataType> types, boolean promotesStrings) {
    RelDataType wider = super.getWiderTypeFor(types, promotesStrings);
    return wider != null ? wider : arrayOf(types);
  }

  private static @Nullable RelDataType arrayOf(List<RelDataType> types) {
    return types.stream()
        .filter(type -> CalciteTypes.kindOf(type) == TypeKind.ARRAY)
        .findFirst()
        .orElse(null);
  }

  /** A literal beside an array is read as one. */
  @Override
  public boolean caseWhenCoercion(SqlCallBinding binding) {
    if (!(binding.getCall() instanceof SqlCase call)) {
      return super.caseWhenCoercion(binding);
    }
    List<SqlNode> values = new ArrayList<>(call.getThenOperands().getList());
    SqlNode last = call.getElseOperand();
    if (last != null) {
      values.add(last);
    }
    SqlValidatorScope scope = binding.getScope();
    RelDataType array =
        arrayOf(values.stream().map(value -> validator.deriveType(scope, value)).toList());
    if (array == null) {
      return super.caseWhenCoercion(binding);
    }
    boolean isChanged = false;
    SqlNodeList results = call.getThenOperands();
    for (int i = 0; i < results.size(); i++) {
      if (isText(results.get(i))) {
        results.set(i, cast(results.get(i), array));
        isChanged = true;
      }
    }
    if (last != null && isText(last)) {
      call.setOperand(3, cast(last, array));
      isChanged = true;
    }
    return isChanged || super.caseWhenCoercion(binding);
  }

  private static boolean isText(SqlNode node) {
    return node instanceof SqlCharStringLiteral;
  }

  private SqlNode cast(SqlNode value, RelDataType target) {
    SqlParserPos pos = value.getParserPosition();
    SqlNode cast =
        SqlStdOperatorTable.CAST.createCall(
            pos, value, KnownTypeSpec.of(CalciteTypes.sqlType(target), pos));
    updateInferredType(cast, target);
    return cast;
  }

  /** Calcite would write types of ours down as those that they are held in. */
  @Override
  protected boolean coerceColumnType(
      @Nullable SqlValidatorScope scope, SqlNodeList items, int index, RelDataType target) {
    SqlNode item = index < items.size() ? items.get(index) : null;
    SqlNode value = item == null ? null : SqlUtil.stripAs(item);
    boolean isStar = value instanceof SqlIdentifier name && name.isStar();
    if (scope == null
        || value == null
        || isStar
        || value instanceof SqlDynamicParam
        || !(target instanceof PostgresType ours)) {
      return super.coerceColumnType(scope, items, index, target);
    }
    if (CalciteTypes.kindOf(validator.deriveType(scope, value)) == ours.kind()) {
      return false;
    }
    SqlNode cast = cast(value, target);
    if (item instanceof SqlCall named && named.getKind() == SqlKind.AS) {
      named.setOperand(0, cast);
    } else {
      items.set(index, cast);
    }
    return true;
  }

  /** Text that has a type is no number for an operator or an aggregate. */
  @Override
  public boolean builtinFunctionCoercion(
      SqlCallBinding binding,
      List<RelDataType> operandTypes,
      List<SqlTypeFamily> expectedFamilies) {
    for (int i = 0; i < Math.min(operandTypes.size(), expectedFamilies.size()); i++) {
      boolean isTyped =
          CalciteTypes.kindOf(operandTypes.get(i)).isText()
              && !FunctionCalls.isUntyped(binding.operand(i));
      if (isTyped && expectedFamilies.get(i) == SqlTypeFamily.NUMERIC) {
        return false;
      }
    }
    return super.builtinFunctionCoercion(binding, operandTypes, expectedFamilies);
  }

  @Override
  protected boolean coerceOperandType(
      @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType targetType) {
    LiteralValues.require(call.operand(index), targetType);
    return super.coerceOperandType(scope, call, index, targetType);
  }

  private static boolean mixesTruthWithNumbers(SqlCallBinding binding) {
    if (binding.getOperandCount() != 2) {
      return false;
    }
    TypeKind left = CalciteTypes.kindOf(binding.getOperandType(0));
    TypeKind right = CalciteTypes.kindOf(binding.getOperandType(1));
    return (left == TypeKind.BOOLEAN && right.isNumber())
        || (right == TypeKind.BOOLEAN && left.isNumber());
  }

  private static boolean mixesTextWithOthers(SqlCallBinding binding) {
    if (binding.getOperandCount() != 2) {
      return false;
    }
    TypeKind left = CalciteTypes.kindOf(binding.getOperandType(0));
    TypeKind right = CalciteTypes.kindOf(binding.getOperandType(1));
    return left.isText() != right.isText()
        && left != TypeKind.UNKNOWN
        && right != TypeKind.UNKNOWN
        && !isUntyped(binding.operand(left.isText() ? 0 : 1));
  }

  private static boolean isUntyped(SqlNode node) {
    return node instanceof SqlLiteral || node instanceof SqlDynamicParam;
  }
}
