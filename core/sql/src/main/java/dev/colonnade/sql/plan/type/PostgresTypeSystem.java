package dev.colonnade.sql.plan.type;

import dev.colonnade.type.ColumnType;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Calcite type system with PostgreSQL's rules: results of arithmetic on NUMERIC have no precision
 * limit, and sums and averages are wider than their arguments.
 */
public final class PostgresTypeSystem extends RelDataTypeSystemImpl {
  public static final PostgresTypeSystem INSTANCE = new PostgresTypeSystem();

  /**
   * Precision that marks a NUMERIC without limits; half of the digits are after the point. No
   * number is ever rounded to it.
   */
  public static final int UNLIMITED_PRECISION = 1000;

  public static final int UNLIMITED_SCALE = 500;

  private static final int MICROSECOND_DIGITS = 6;

  private PostgresTypeSystem() {}

  /** Returns whether a type is the NUMERIC without limits. */
  public static boolean isUnlimited(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        && type.getPrecision() > ColumnType.Numeric.PRECISION_MAX;
  }

  /** Returns the NUMERIC without limits. */
  public static RelDataType unlimited(RelDataTypeFactory factory) {
    return factory.createSqlType(SqlTypeName.DECIMAL, UNLIMITED_PRECISION, UNLIMITED_SCALE);
  }

  @Override
  public int getMaxPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> UNLIMITED_PRECISION;
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      case TIME,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIME_TZ,
          TIMESTAMP,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_TZ ->
          MICROSECOND_DIGITS;
      default -> super.getMaxPrecision(typeName);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName typeName) {
    return typeName == SqlTypeName.DECIMAL ? UNLIMITED_PRECISION : super.getMaxScale(typeName);
  }

  @Override
  public int getMaxNumericScale() {
    return UNLIMITED_PRECISION;
  }

  @Override
  public int getMaxNumericPrecision() {
    return UNLIMITED_PRECISION;
  }

  @Override
  public int getDefaultPrecision(SqlTypeName typeName) {
    return switch (typeName) {
      case DECIMAL -> UNLIMITED_PRECISION;
      case TIME,
          TIME_WITH_LOCAL_TIME_ZONE,
          TIME_TZ,
          TIMESTAMP,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          TIMESTAMP_TZ ->
          MICROSECOND_DIGITS;
      default -> super.getDefaultPrecision(typeName);
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum =
        switch (CalciteTypes.kindOf(argument)) {
          case SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT, NUMERIC -> unlimited(factory);
          default -> argument;
        };
    return factory.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType average =
        switch (CalciteTypes.kindOf(argument)) {
          case SMALLINT, INTEGER, BIGINT, NUMERIC -> unlimited(factory);
          case REAL, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(average, argument.isNullable());
  }

  @Override
  public RelDataType deriveRankType(RelDataTypeFactory factory) {
    return factory.createSqlType(SqlTypeName.BIGINT);
  }

  @Override
  public @Nullable RelDataType deriveDecimalPlusType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return unlimitedIfDecimal(factory, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return unlimitedIfDecimal(factory, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return unlimitedIfDecimal(factory, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalModType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return unlimitedIfDecimal(factory, left, right);
  }

  private static @Nullable RelDataType unlimitedIfDecimal(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    boolean bothExact = SqlTypeUtil.isExactNumeric(left) && SqlTypeUtil.isExactNumeric(right);
    boolean isDecimal = SqlTypeUtil.isDecimal(left) || SqlTypeUtil.isDecimal(right);
    return bothExact && isDecimal ? unlimited(factory) : null;
  }
}
