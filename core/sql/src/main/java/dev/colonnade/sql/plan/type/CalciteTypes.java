package dev.colonnade.sql.plan.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.PackedKind;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Mapping between column types, Calcite types and result types. */
public final class CalciteTypes {
  /** Schema of PostgreSQL's built-in types, by which tools qualify their names. */
  private static final String SYSTEM_SCHEMA = "pg_catalog";

  private CalciteTypes() {}

  /** Calcite type that carries its kind. */
  interface Carrier {
    TypeKind kind();
  }

  /** Returns the kind of a Calcite type. */
  public static TypeKind kindOf(RelDataType type) {
    if (type instanceof Carrier carrier) {
      return carrier.kind();
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> TypeKind.BOOLEAN;
      case TINYINT, SMALLINT -> TypeKind.SMALLINT;
      case INTEGER -> TypeKind.INTEGER;
      case BIGINT -> TypeKind.BIGINT;
      case REAL -> TypeKind.REAL;
      case FLOAT, DOUBLE -> TypeKind.DOUBLE;
      case DECIMAL -> TypeKind.NUMERIC;
      case CHAR, VARCHAR -> TypeKind.TEXT;
      case BINARY, VARBINARY -> TypeKind.BYTEA;
      case DATE -> TypeKind.DATE;
      case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> TypeKind.TIME;
      case TIMESTAMP -> TypeKind.TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> TypeKind.TIMESTAMPTZ;
      case UUID -> TypeKind.UUID;
      case ARRAY -> TypeKind.ARRAY;
      default -> isInterval(type.getSqlTypeName()) ? TypeKind.INTERVAL : TypeKind.UNKNOWN;
    };
  }

  private static boolean isInterval(SqlTypeName name) {
    return SqlTypeName.INTERVAL_TYPES.contains(name);
  }

  /** Returns whether a kind is opaque to Calcite. */
  public static boolean isOpaque(TypeKind kind) {
    return kind == TypeKind.INTERVAL || kind == TypeKind.VOID;
  }

  /**
   * Returns whether the rules of this project apply before Calcite's, which do not support the
   * type.
   */
  public static boolean usesPostgresRules(TypeKind kind) {
    return isOpaque(kind)
        || kind.isOid()
        || kind == TypeKind.ARRAY
        || kind == TypeKind.JSON
        || kind == TypeKind.JSONB;
  }

  /** Returns the Calcite type of a column. */
  public static RelDataType relType(
      RelDataTypeFactory factory, ColumnType type, boolean isNullable) {
    RelDataType found =
        switch (type) {
          case Plain plain -> factory.createSqlType(nameOf(plain));
          case Numeric(int precision, int scale) ->
              factory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
          case Varchar text ->
              text.isLimited()
                  ? factory.createSqlType(SqlTypeName.VARCHAR, text.length())
                  : factory.createSqlType(SqlTypeName.VARCHAR);
          case Char(int length) -> factory.createSqlType(SqlTypeName.VARCHAR, length);
          case Enumerated _ -> factory.createSqlType(SqlTypeName.VARCHAR);
          case Packed packed -> packed(factory, packed);
        };
    return factory.createTypeWithNullability(found, isNullable);
  }

  private static RelDataType packed(RelDataTypeFactory factory, Packed type) {
    return switch (type.kind()) {
      case INTERVAL -> PostgresTypeFactory.typeOf(factory, TypeKind.INTERVAL);
      case JSON -> PostgresTypeFactory.typeOf(factory, TypeKind.JSON);
      case JSONB -> PostgresTypeFactory.typeOf(factory, TypeKind.JSONB);
      case NUMERIC -> PostgresTypeSystem.unlimited(factory);
      case ARRAY -> factory.createArrayType(relType(factory, type.elementType(), true), -1);
    };
  }

  /** Returns the Calcite type of a result type, without its parameters. */
  public static RelDataType relType(RelDataTypeFactory factory, SqlType type) {
    SqlType element = type.element();
    return element == null
        ? PostgresTypeFactory.typeOf(factory, type.kind())
        : factory.createArrayType(relType(factory, element), -1);
  }

  private static SqlTypeName nameOf(Plain type) {
    return switch (type) {
      case BOOLEAN -> SqlTypeName.BOOLEAN;
      case SMALLINT -> SqlTypeName.SMALLINT;
      case INTEGER -> SqlTypeName.INTEGER;
      case BIGINT -> SqlTypeName.BIGINT;
      case REAL -> SqlTypeName.REAL;
      case DOUBLE -> SqlTypeName.DOUBLE;
      case TEXT -> SqlTypeName.VARCHAR;
      case BYTEA -> SqlTypeName.VARBINARY;
      case DATE -> SqlTypeName.DATE;
      case TIME -> SqlTypeName.TIME;
      case TIMESTAMP -> SqlTypeName.TIMESTAMP;
      case TIMESTAMPTZ -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      case UUID -> SqlTypeName.UUID;
    };
  }

  /** Returns the result type of a column of a table. */
  public static SqlType sqlType(ColumnType type) {
    return TypeMapping.sqlType(type);
  }

  /** Returns the result type of a computed column. */
  public static SqlType sqlType(RelDataType type) {
    RelDataType element = type.getComponentType();
    return element == null ? SqlType.of(kindOf(type)) : SqlType.arrayOf(sqlType(element));
  }

  /** Returns the Calcite type of a type name of PostgreSQL, or null. */
  public static @Nullable RelDataType named(RelDataTypeFactory factory, String name) {
    TypeKind kind = kindNamed(name);
    if (kind != null) {
      return PostgresTypeFactory.typeOf(factory, kind);
    }
    SqlTypeName found =
        switch (name.toLowerCase(Locale.ROOT)) {
          case "text", "bpchar", "string", "varchar", "cstring" -> SqlTypeName.VARCHAR;
          case "bool" -> SqlTypeName.BOOLEAN;
          case "int2" -> SqlTypeName.SMALLINT;
          case "int4" -> SqlTypeName.INTEGER;
          case "int8" -> SqlTypeName.BIGINT;
          case "float4" -> SqlTypeName.REAL;
          case "float8" -> SqlTypeName.DOUBLE;
          case "bytea" -> SqlTypeName.VARBINARY;
          case "timestamptz" -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
          case "uuid" -> SqlTypeName.UUID;
          case "date" -> SqlTypeName.DATE;
          case "time" -> SqlTypeName.TIME;
          case "timestamp" -> SqlTypeName.TIMESTAMP;
          default -> null;
        };
    return found == null ? null : factory.createSqlType(found);
  }

  /** Returns the kind of a type that Calcite lacks, by its name without parentheses, or null. */
  private static @Nullable TypeKind kindNamed(String name) {
    return switch (name) {
      case "interval" -> TypeKind.INTERVAL;
      case "json" -> TypeKind.JSON;
      case "jsonb" -> TypeKind.JSONB;
      case "name" -> TypeKind.NAME;
      case "char" -> TypeKind.BYTE_CHAR;
      case "oid" -> TypeKind.OID;
      case "regclass" -> TypeKind.REGCLASS;
      case "regtype" -> TypeKind.REGTYPE;
      case "regproc" -> TypeKind.REGPROC;
      case "regprocedure" -> TypeKind.REGPROCEDURE;
      case "regnamespace" -> TypeKind.REGNAMESPACE;
      case "regrole" -> TypeKind.REGROLE;
      default -> null;
    };
  }

  /** Returns the column type of a type specification in DDL; UNKNOWN_OBJECT if there is none. */
  public static ColumnType columnType(SqlDataTypeSpec spec) {
    return columnType(spec.getTypeNameSpec());
  }

  private static ColumnType columnType(SqlTypeNameSpec spec) {
    if (spec instanceof SqlUserDefinedTypeNameSpec named) {
      return columnType(named.getTypeName());
    }
    if (spec instanceof SqlCollectionTypeNameSpec collection) {
      return ColumnType.array(columnType(collection.getElementTypeName()));
    }
    if (spec instanceof SqlBasicTypeNameSpec basic) {
      SqlTypeName name = SqlTypeName.get(basic.getTypeName().getSimple());
      if (name != null) {
        return columnType(name, basic);
      }
    }
    throw unknown(spec.getTypeName().toString());
  }

  private static ColumnType columnType(SqlTypeName name, SqlBasicTypeNameSpec spec) {
    return switch (name) {
      case BOOLEAN -> Plain.BOOLEAN;
      case SMALLINT -> Plain.SMALLINT;
      case INTEGER -> Plain.INTEGER;
      case BIGINT -> Plain.BIGINT;
      case REAL -> Plain.REAL;
      case FLOAT, DOUBLE -> Plain.DOUBLE;
      case DECIMAL -> numeric(spec);
      case CHAR -> ColumnType.character(Math.max(1, spec.getPrecision()));
      case VARCHAR ->
          spec.getPrecision() < 0 ? Varchar.UNLIMITED : ColumnType.varchar(spec.getPrecision());
      case VARBINARY -> Plain.BYTEA;
      case DATE -> Plain.DATE;
      case TIME -> Plain.TIME;
      case TIMESTAMP -> Plain.TIMESTAMP;
      case TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Plain.TIMESTAMPTZ;
      case UUID -> Plain.UUID;
      default -> throw unknown(name.getName());
    };
  }

  private static ColumnType numeric(SqlBasicTypeNameSpec spec) {
    if (spec.getPrecision() < 0) {
      return ColumnType.packed(PackedKind.NUMERIC);
    }
    return ColumnType.numeric(spec.getPrecision(), Math.max(0, spec.getScale()));
  }

  private static ColumnType columnType(SqlIdentifier typeName) {
    boolean isOfSystem =
        typeName.names.size() == 2 && typeName.names.getFirst().equals(SYSTEM_SCHEMA);
    String name = isOfSystem ? typeName.names.getLast() : typeName.toString();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "text", "name", "string" -> Plain.TEXT;
      case "varchar" -> Varchar.UNLIMITED;
      case "bool" -> Plain.BOOLEAN;
      case "int2" -> Plain.SMALLINT;
      case "int4" -> Plain.INTEGER;
      case "int8" -> Plain.BIGINT;
      case "float4" -> Plain.REAL;
      case "float8" -> Plain.DOUBLE;
      case "bytea" -> Plain.BYTEA;
      case "timestamptz" -> Plain.TIMESTAMPTZ;
      case "uuid" -> Plain.UUID;
      case "interval" -> ColumnType.packed(PackedKind.INTERVAL);
      case "json" -> ColumnType.packed(PackedKind.JSON);
      case "jsonb" -> ColumnType.packed(PackedKind.JSONB);
      case "oid" -> Plain.BIGINT;
      case "char" -> ColumnType.character(1);
      default -> throw unknown(typeName.toString());
    };
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "type \"" + name + "\" does not exist");
  }
}
