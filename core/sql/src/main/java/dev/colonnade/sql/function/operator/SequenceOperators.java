package dev.colonnade.sql.function.operator;

import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Calcite operators of the sequence functions: evaluated once per row, never at plan time. */
public final class SequenceOperators {
  public static final SqlFunction NEXTVAL = of("nextval", OperandTypes.ANY);
  public static final SqlFunction CURRVAL = of("currval", OperandTypes.ANY);
  public static final SqlFunction LASTVAL = of("lastval", OperandTypes.NILADIC);
  public static final SqlFunction SETVAL =
      of(
          "setval",
          OperandTypes.or(
              OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.NUMERIC),
              OperandTypes.family(
                  SqlTypeFamily.ANY, SqlTypeFamily.NUMERIC, SqlTypeFamily.BOOLEAN)));

  /** Variant of {@link #NEXTVAL} by catalog id, the stored form of column defaults. */
  public static final SqlFunction NEXTVAL_OF = of("nextval_of", OperandTypes.NUMERIC);

  /** All sequence operators. */
  public static final List<SqlOperator> ALL =
      List.of(NEXTVAL, CURRVAL, LASTVAL, SETVAL, NEXTVAL_OF);

  private SequenceOperators() {}

  private static SqlFunction of(String name, SqlOperandTypeChecker operands) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BIGINT_NULLABLE,
        null,
        operands,
        SqlFunctionCategory.USER_DEFINED_FUNCTION) {
      @Override
      public boolean isDeterministic() {
        return false;
      }

      @Override
      public boolean isDynamicFunction() {
        return true;
      }
    };
  }
}
