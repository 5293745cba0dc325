package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.plan.type.PostgresTypeSystem;
import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** Operator table of statements: Calcite's operators and those of PostgreSQL that it lacks. */
public final class PostgresOperators {
  private static final SqlReturnTypeInference NUMERIC_NULLABLE =
      ((SqlReturnTypeInference) binding -> PostgresTypeSystem.unlimited(binding.getTypeFactory()))
          .andThen(SqlTypeTransforms.TO_NULLABLE);

  /** NUMERIC for a NUMERIC, DOUBLE PRECISION for all other numbers. */
  private static final SqlReturnTypeInference NUMERIC_OR_DOUBLE =
      ((SqlReturnTypeInference)
              binding ->
                  binding.getOperandType(0).getSqlTypeName() == SqlTypeName.DECIMAL
                      ? PostgresTypeSystem.unlimited(binding.getTypeFactory())
                      : binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE))
          .andThen(SqlTypeTransforms.TO_NULLABLE);

  /** EXTRACT(field FROM time), with the field as text. */
  public static final SqlFunction EXTRACT =
      new SqlFunction(
          "date_part",
          SqlKind.OTHER_FUNCTION,
          NUMERIC_NULLABLE,
          null,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME),
          SqlFunctionCategory.TIMEDATE);

  /** date_trunc(field, time). */
  public static final SqlFunction DATE_TRUNC =
      new SqlFunction(
          "date_trunc",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.TIMESTAMP).andThen(SqlTypeTransforms.TO_NULLABLE),
          null,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME),
          SqlFunctionCategory.TIMEDATE);

  /** length(text). */
  public static final SqlFunction LENGTH =
      new SqlFunction(
          "length",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.INTEGER_NULLABLE,
          null,
          OperandTypes.CHARACTER,
          SqlFunctionCategory.STRING);

  /** now(), the time at which the transaction began. */
  public static final SqlFunction NOW =
      new SqlFunction(
          "now",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.explicit(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE),
          null,
          OperandTypes.NILADIC,
          SqlFunctionCategory.TIMEDATE);

  /** date + days. */
  public static final SqlFunction DATE_PLUS_DAYS =
      dateFunction("date_plus_days", ReturnTypes.DATE_NULLABLE);

  /** date - days. */
  public static final SqlFunction DATE_MINUS_DAYS =
      dateFunction("date_minus_days", ReturnTypes.DATE_NULLABLE);

  /** date - date, in days. */
  public static final SqlFunction DATE_MINUS_DATE =
      dateFunction("date_minus_date", ReturnTypes.INTEGER_NULLABLE);

  /** date + interval, a timestamp. */
  public static final SqlFunction DATE_PLUS_INTERVAL =
      dateFunction(
          "date_plus_interval",
          ReturnTypes.explicit(SqlTypeName.TIMESTAMP).andThen(SqlTypeTransforms.TO_NULLABLE));

  /** date - interval, a timestamp. */
  public static final SqlFunction DATE_MINUS_INTERVAL =
      dateFunction(
          "date_minus_interval",
          ReturnTypes.explicit(SqlTypeName.TIMESTAMP).andThen(SqlTypeTransforms.TO_NULLABLE));

  /** trunc(number), towards zero. */
  public static final SqlFunction TRUNC =
      new SqlFunction(
          "trunc",
          SqlKind.OTHER_FUNCTION,
          NUMERIC_OR_DOUBLE,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC);

  /** sign(number). */
  public static final SqlFunction SIGN =
      new SqlFunction(
          "sign",
          SqlKind.OTHER_FUNCTION,
          NUMERIC_OR_DOUBLE,
          null,
          OperandTypes.NUMERIC,
          SqlFunctionCategory.NUMERIC);

  /** reverse(text). */
  public static final SqlFunction REVERSE =
      new SqlFunction(
          "reverse",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0_NULLABLE,
          null,
          OperandTypes.CHARACTER,
          SqlFunctionCategory.STRING);

  private static final SqlOperatorTable TABLE =
      SqlOperatorTables.chain(
          SqlOperatorTables.of(
              EXTRACT,
              DATE_TRUNC,
              LENGTH,
              NOW,
              DATE_PLUS_DAYS,
              DATE_MINUS_DAYS,
              DATE_MINUS_DATE,
              DATE_MINUS_INTERVAL,
              DATE_PLUS_INTERVAL,
              TRUNC,
              REVERSE,
              SIGN),
          SqlOperatorTables.of(CatalogOperators.operators()),
          SqlOperatorTables.of(SequenceOperators.ALL),
          SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
              SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL));

  private PostgresOperators() {}

  private static SqlFunction dateFunction(String name, SqlReturnTypeInference type) {
    return new SqlFunction(
        name,
        SqlKind.OTHER_FUNCTION,
        type,
        null,
        OperandTypes.ANY_ANY,
        SqlFunctionCategory.TIMEDATE);
  }

  /** Returns the name without a system schema. */
  private static SqlIdentifier unqualified(SqlIdentifier name) {
    boolean isSystem =
        name.names.size() == 2
            && (name.names.getFirst().equals("pg_catalog")
                || name.names.getFirst().equals("information_schema"));
    return isSystem ? name.getComponent(1) : name;
  }

  /** Returns the operator table; its lookups ignore the case. */
  public static SqlOperatorTable table() {
    return new SqlOperatorTable() {
      @Override
      public void lookupOperatorOverloads(
          SqlIdentifier name,
          @Nullable SqlFunctionCategory category,
          SqlSyntax syntax,
          List<SqlOperator> found,
          SqlNameMatcher matcher) {
        TABLE.lookupOperatorOverloads(
            unqualified(name), category, syntax, found, SqlNameMatchers.withCaseSensitive(false));
      }

      @Override
      public List<SqlOperator> getOperatorList() {
        return TABLE.getOperatorList();
      }
    };
  }
}
