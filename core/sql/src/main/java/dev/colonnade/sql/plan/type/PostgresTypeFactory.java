package dev.colonnade.sql.plan.type;

import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Factory of Calcite types that behave as PostgreSQL's do: text is never padded, times have a
 * precision of microseconds, and there is one kind of timestamp with time zone.
 */
public final class PostgresTypeFactory extends JavaTypeFactoryImpl {
  public PostgresTypeFactory() {
    super(PostgresTypeSystem.INSTANCE);
  }

  /** Returns the NOT NULL type of a kind. */
  public static RelDataType typeOf(RelDataTypeFactory factory, TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
      case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
      case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
      case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
      case REAL -> factory.createSqlType(SqlTypeName.REAL);
      case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
      case NUMERIC -> PostgresTypeSystem.unlimited(factory);
      case TEXT, VARCHAR, CHAR, UNKNOWN -> factory.createSqlType(SqlTypeName.VARCHAR);
      case BYTEA -> factory.createSqlType(SqlTypeName.VARBINARY);
      case DATE -> factory.createSqlType(SqlTypeName.DATE);
      case TIME -> factory.createSqlType(SqlTypeName.TIME);
      case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP);
      case TIMESTAMPTZ -> factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
      case UUID -> factory.createSqlType(SqlTypeName.UUID);
      case INTERVAL, JSON, JSONB, NAME, BYTE_CHAR, VOID ->
          ((PostgresTypeFactory) factory).postgresType(kind);
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          ((PostgresTypeFactory) factory).postgresType(kind);
      case ARRAY -> throw new IllegalArgumentException("an array has elements of some type");
    };
  }

  private RelDataType postgresType(TypeKind kind) {
    return canonize(PostgresType.of(kind));
  }

  @Override
  public RelDataType createArrayType(RelDataType elementType, long maxCardinality) {
    return super.createArrayType(createTypeWithNullability(elementType, true), -1);
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

  /**
   * Returns the common type of several types. The common type of NUMERICs of different precision or
   * scale is the NUMERIC without limits.
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType postgres = sharedPostgresType(types);
    if (postgres != null) {
      return postgres;
    }
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

  /**
   * Returns the PostgreSQL type that all types other than NULL share, or OID for object references
   * of several kinds; null if there is none.
   */
  private @Nullable RelDataType sharedPostgresType(List<RelDataType> types) {
    RelDataType shared = null;
    boolean isNullable = false;
    for (RelDataType type : types) {
      isNullable |= type.isNullable();
      if (type.getSqlTypeName() == SqlTypeName.NULL) {
        continue;
      }
      if (shared != null
          && areDifferentOids(CalciteTypes.kindOf(type), CalciteTypes.kindOf(shared))) {
        shared = typeOf(this, TypeKind.OID);
        continue;
      }
      if (!CalciteTypes.usesPostgresRules(CalciteTypes.kindOf(type))
          || (shared != null
              && !SqlTypeUtil.equalSansNullability(this, type, shared)
              && !areTexts(type, shared))) {
        return null;
      }
      shared = shared == null ? type : shared;
    }
    return shared == null ? null : createTypeWithNullability(shared, isNullable);
  }

  private static boolean areDifferentOids(TypeKind one, TypeKind other) {
    return one.isOid() && other.isOid() && one != other;
  }

  /**
   * Returns whether both types are arrays of text types. Arrays of text and of names count as the
   * same, because a NULL may have been given either type.
   */
  private static boolean areTexts(RelDataType type, RelDataType other) {
    RelDataType element = type.getComponentType();
    RelDataType otherElement = other.getComponentType();
    return element != null
        && otherElement != null
        && CalciteTypes.kindOf(element).isText()
        && CalciteTypes.kindOf(otherElement).isText();
  }

  @Override
  @SuppressWarnings("rawtypes") // the signature of Calcite
  public RelDataType createJavaType(Class type) {
    return super.createJavaType(type == Bytes.class ? ByteString.class : type);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public Type getJavaClass(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case OTHER -> CalciteTypes.kindOf(type).internalClass();
      case TIME -> type.isNullable() ? Long.class : long.class;
      case UUID -> java.util.UUID.class;
      default -> super.getJavaClass(type);
    };
  }
}
