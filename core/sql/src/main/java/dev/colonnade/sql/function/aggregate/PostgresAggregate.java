package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.AggregateFunction;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;

/** Calcite operator of an aggregate function of this project. */
public final class PostgresAggregate extends SqlUserDefinedAggFunction {
  PostgresAggregate(AggregateRegistry.Definition definition) {
    super(
        new SqlIdentifier(definition.name(), SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> typeOf(definition, binding.getTypeFactory(), binding.collectOperandTypes()),
        null,
        new Operands(definition.argumentCount()),
        Declaration.INSTANCE,
        false,
        false,
        Optionality.OPTIONAL);
  }

  /** Returns whether the memory consumption grows with the row count. */
  public boolean growsWithRows() {
    return AggregateRegistry.start(getName()).growsWithRows();
  }

  private static RelDataType typeOf(
      AggregateRegistry.Definition definition,
      RelDataTypeFactory factory,
      List<RelDataType> types) {
    List<SqlType> arguments = types.stream().map(CalciteTypes::sqlType).toList();
    return factory.createTypeWithNullability(
        CalciteTypes.relType(factory, definition.result().apply(arguments)), true);
  }

  /** Operand metadata: arguments of any type, with a fixed count or any count. */
  private record Operands(int count) implements SqlOperandMetadata {
    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory factory) {
      return List.of();
    }

    @Override
    public List<String> paramNames() {
      return List.of();
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      return true;
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return count == AggregateRegistry.ANY_COUNT
          ? SqlOperandCountRanges.any()
          : SqlOperandCountRanges.of(count);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return name;
    }
  }

  /** Calcite's description of a function without parameters; the function is called by its name. */
  private enum Declaration implements AggregateFunction {
    INSTANCE;

    @Override
    public RelDataType getReturnType(RelDataTypeFactory factory) {
      throw new UnsupportedOperationException("the type depends on the arguments");
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }
  }
}
