package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The types of SQL without their parameters.
 *
 * <p>While a statement runs, a value is held as the {@link #held} class: dates as days since
 * 1970-01-01, times of day and timestamps as microseconds, of the day and since 1970-01-01.
 */
public enum TypeKind {
  BOOLEAN("boolean", Boolean.class),
  SMALLINT("smallint", Short.class),
  INTEGER("integer", Integer.class),
  BIGINT("bigint", Long.class),
  REAL("real", Float.class),
  DOUBLE("double precision", Double.class),
  NUMERIC("numeric", java.math.BigDecimal.class),
  TEXT("text", String.class),
  VARCHAR("character varying", String.class),
  CHAR("character", String.class),
  /** What things of the catalogue are called. */
  NAME("name", String.class),
  /** One letter of the catalogue's. */
  BYTE_CHAR("\"char\"", String.class),
  BYTEA("bytea", org.apache.calcite.avatica.util.ByteString.class),
  DATE("date", Integer.class),
  TIME("time without time zone", Long.class),
  TIMESTAMP("timestamp without time zone", Long.class),
  TIMESTAMPTZ("timestamp with time zone", Long.class),
  UUID("uuid", java.util.UUID.class),
  INTERVAL("interval", dev.colonnade.type.Interval.class),
  JSON("json", String.class),
  JSONB("jsonb", String.class),
  OID("oid", Long.class),
  REGCLASS("regclass", Long.class),
  REGTYPE("regtype", Long.class),
  REGPROC("regproc", Long.class),
  /** A number that shows as the name of a schema. */
  REGNAMESPACE("regnamespace", Long.class),
  /** A number that shows as the name of a role. */
  REGROLE("regrole", Long.class),
  /** A list of values of one type. */
  ARRAY("array", java.util.List.class),
  /** Of functions that return nothing. */
  VOID("void", Object.class),
  /** Of a NULL of which nothing else is known. */
  UNKNOWN("unknown", Object.class);

  private final String sqlName;
  private final Class<?> held;

  @SuppressWarnings("ImmutableEnumChecker") // an identity, without state
  private final RelDataTypeFamily family = new RelDataTypeFamily() {};

  TypeKind(String sqlName, Class<?> held) {
    this.sqlName = requireNonNull(sqlName, "sqlName is null");
    this.held = requireNonNull(held, "held is null");
  }

  /** The name as PostgreSQL writes it. */
  public String sqlName() {
    return sqlName;
  }

  /** The class of values while a statement runs. */
  public Class<?> held() {
    return held;
  }

  public boolean isInteger() {
    return this == SMALLINT || this == INTEGER || this == BIGINT;
  }

  public boolean isFloating() {
    return this == REAL || this == DOUBLE;
  }

  public boolean isNumber() {
    return isInteger() || isFloating() || this == NUMERIC;
  }

  public boolean isText() {
    return this == TEXT || this == VARCHAR || this == CHAR || this == NAME || this == BYTE_CHAR;
  }

  /** Whether values are numbers of things of the catalogue. */
  public boolean isOid() {
    return this == OID || isNamedReference();
  }

  /** Whether values are numbers of things of the catalogue that show as their names. */
  public boolean isNamedReference() {
    return this == REGCLASS
        || this == REGTYPE
        || this == REGPROC
        || this == REGNAMESPACE
        || this == REGROLE;
  }

  /** Whether Calcite knows nothing of the type. */
  public boolean isOpaque() {
    return this == INTERVAL || this == VOID;
  }

  /** Whether rules of ours have to be asked before Calcite's, which do not know the type. */
  public boolean isOurs() {
    return isOpaque() || isOid() || this == ARRAY || this == JSON || this == JSONB;
  }

  /** What Calcite compares of types that it does not know. */
  RelDataTypeFamily family() {
    return family;
  }

  /** The kind of one of Calcite's types. */
  public static TypeKind of(RelDataType type) {
    if (type instanceof PostgresType ours) {
      return ours.kind();
    }
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> BOOLEAN;
      case TINYINT, SMALLINT -> SMALLINT;
      case INTEGER -> INTEGER;
      case BIGINT -> BIGINT;
      case REAL -> REAL;
      case FLOAT, DOUBLE -> DOUBLE;
      case DECIMAL -> NUMERIC;
      case CHAR, VARCHAR -> TEXT;
      case BINARY, VARBINARY -> BYTEA;
      case DATE -> DATE;
      case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> TIME;
      case TIMESTAMP -> TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> TIMESTAMPTZ;
      case UUID -> UUID;
      case ARRAY -> ARRAY;
      default -> isInterval(type.getSqlTypeName()) ? INTERVAL : UNKNOWN;
    };
  }

  private static boolean isInterval(SqlTypeName name) {
    return SqlTypeName.INTERVAL_TYPES.contains(name);
  }
}
