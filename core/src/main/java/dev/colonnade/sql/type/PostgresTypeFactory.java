package dev.colonnade.sql.type;

import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes Calcite's types so that they behave as PostgreSQL's do: text is never padded, times have
 * microseconds, and there is one kind of timestamp with a zone.
 */
public final class PostgresTypeFactory extends JavaTypeFactoryImpl {
  public PostgresTypeFactory() {
    super(PostgresTypeSystem.INSTANCE);
  }

  @Override
  public RelDataType createTypeWithCharsetAndCollation(
      RelDataType type, Charset charset, SqlCollation collation) {
    return type instanceof PostgresType
        ? type
        : super.createTypeWithCharsetAndCollation(type, charset, collation);
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return switch (name) {
      case DECIMAL -> PostgresTypeSystem.unlimited(this);
      case CHAR -> super.createSqlType(SqlTypeName.VARCHAR, 1);
      case FLOAT -> super.createSqlType(SqlTypeName.DOUBLE);
      case BINARY -> super.createSqlType(SqlTypeName.VARBINARY);
      default -> super.createSqlType(plain(name));
    };
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision) {
    return switch (name) {
      case CHAR -> super.createSqlType(SqlTypeName.VARCHAR, precision);
      case BINARY -> super.createSqlType(SqlTypeName.VARBINARY, precision);
      case DECIMAL -> super.createSqlType(SqlTypeName.DECIMAL, precision, 0);
      default -> super.createSqlType(plain(name), precision);
    };
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision, int scale) {
    return super.createSqlType(name, precision, scale);
  }

  private static SqlTypeName plain(SqlTypeName name) {
    return switch (name) {
      case TIMESTAMP_TZ -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      default -> name;
    };
  }

  /** Different kinds of NUMERIC have in common only the one without limits. */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType found = super.leastRestrictive(types, mappingRule);
    if (found == null || found.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return found;
    }
    boolean isSame =
        types.stream().allMatch(type -> SqlTypeUtil.equalSansNullability(this, type, found));
    return isSame
        ? found
        : createTypeWithNullability(PostgresTypeSystem.unlimited(this), found.isNullable());
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public Type getJavaClass(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TIME -> type.isNullable() ? Long.class : long.class;
      case UUID -> java.util.UUID.class;
      default -> super.getJavaClass(type);
    };
  }
}
