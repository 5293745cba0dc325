package dev.colonnade.sql.function.call;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/** Function call whose overload is resolved. */
public final class ResolvedFunction extends SqlFunction {
  private final ArgumentMatch match;

  /** Identity of the call: two calls of a volatile function are not equal. */
  private final Object call = new Object();

  ResolvedFunction(ArgumentMatch match) {
    super(
        match.signature().name(),
        SqlKind.OTHER_FUNCTION,
        binding ->
            typeOf(
                match,
                binding.getTypeFactory(),
                binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable)),
        null,
        OperandTypes.VARIADIC,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.match = match;
  }

  private static RelDataType typeOf(
      ArgumentMatch match, RelDataTypeFactory factory, boolean isArgumentNullable) {
    return factory.createTypeWithNullability(
        CalciteTypes.relType(factory, match.result()),
        isArgumentNullable || match.signature().isNullable());
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    boolean isNullable = false;
    for (var operand : call.getOperandList()) {
      isNullable |= validator.deriveType(scope, operand).isNullable();
    }
    return typeOf(match, validator.getTypeFactory(), isNullable);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && (isDeterministic()
            || (other instanceof ResolvedFunction function && call.equals(function.call)));
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public boolean isDeterministic() {
    return function().isDeterministic();
  }

  /** Returns the types to which the arguments are cast. */
  public List<SqlType> argumentTypes() {
    return match.types();
  }

  /** Returns whether an argument of any type is converted to JSON. */
  public boolean isJsonArgument(int index) {
    return match.signature().parameter(index) instanceof ParameterType.AnyJson;
  }

  /** Returns whether the function receives the name of an argument's type. */
  public boolean isTypeNameArgument(int index) {
    return match.signature().parameter(index) instanceof ParameterType.AnyTypeName;
  }

  public SqlType result() {
    return match.result();
  }

  /** Returns the function that implements the call. */
  public RuntimeFunction function() {
    return match.signature().function();
  }
}
