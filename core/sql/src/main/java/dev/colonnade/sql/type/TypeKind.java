package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * SQL types without their parameters.
 *
 * <p>In a running statement, a value has its internal representation: an object of {@link
 * #internalClass}. A date is the number of days since 1970-01-01, a time of day the microseconds of
 * the day, a timestamp the microseconds since 1970-01-01.
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
  /** Identifier in the catalog. */
  NAME("name", String.class),
  /** Single byte, as in columns of the catalog. */
  BYTE_CHAR("\"char\"", String.class),
  BYTEA("bytea", Bytes.class),
  DATE("date", Integer.class),
  TIME("time without time zone", Long.class),
  TIMESTAMP("timestamp without time zone", Long.class),
  TIMESTAMPTZ("timestamp with time zone", Long.class),
  TIMETZ("time with time zone", dev.colonnade.type.value.TimeWithZone.class),
  /** Bits as the digits 0 and 1. */
  BIT("bit", String.class),
  /** Bits as the digits 0 and 1. */
  VARBIT("bit varying", String.class),
  UUID("uuid", java.util.UUID.class),
  INTERVAL("interval", dev.colonnade.type.Interval.class),
  JSON("json", String.class),
  JSONB("jsonb", String.class),
  OID("oid", Long.class),
  REGCLASS("regclass", Long.class),
  REGTYPE("regtype", Long.class),
  REGPROC("regproc", Long.class),
  /** OID that is displayed as the name of a function with the types of its arguments. */
  REGPROCEDURE("regprocedure", Long.class),
  /** OID that is displayed as the name of a schema. */
  REGNAMESPACE("regnamespace", Long.class),
  /** OID that is displayed as the name of a role. */
  REGROLE("regrole", Long.class),
  /** OID that is displayed as the name of an operator. */
  REGOPER("regoper", Long.class),
  /** OID that is displayed as the name of an operator with the types of its operands. */
  REGOPERATOR("regoperator", Long.class),
  /** OID that is displayed as the name of a collation. */
  REGCOLLATION("regcollation", Long.class),
  INT4RANGE("int4range", RangeValue.class, INTEGER),
  INT8RANGE("int8range", RangeValue.class, BIGINT),
  NUMRANGE("numrange", RangeValue.class, NUMERIC),
  TSRANGE("tsrange", RangeValue.class, TIMESTAMP),
  TSTZRANGE("tstzrange", RangeValue.class, TIMESTAMPTZ),
  DATERANGE("daterange", RangeValue.class, DATE),
  INT4MULTIRANGE("int4multirange", MultirangeValue.class, INTEGER),
  INT8MULTIRANGE("int8multirange", MultirangeValue.class, BIGINT),
  NUMMULTIRANGE("nummultirange", MultirangeValue.class, NUMERIC),
  TSMULTIRANGE("tsmultirange", MultirangeValue.class, TIMESTAMP),
  TSTZMULTIRANGE("tstzmultirange", MultirangeValue.class, TIMESTAMPTZ),
  DATEMULTIRANGE("datemultirange", MultirangeValue.class, DATE),
  MONEY(BaseType.MONEY),
  INET(BaseType.INET),
  CIDR(BaseType.CIDR),
  MACADDR(BaseType.MACADDR),
  MACADDR8(BaseType.MACADDR8),
  POINT(BaseType.POINT),
  LINE(BaseType.LINE),
  LSEG(BaseType.LSEG),
  BOX(BaseType.BOX),
  PATH(BaseType.PATH),
  POLYGON(BaseType.POLYGON),
  CIRCLE(BaseType.CIRCLE),
  XML(BaseType.XML),
  JSONPATH(BaseType.JSONPATH),
  /** Array of values of one type. */
  ARRAY("array", java.util.List.class),
  /** Result of functions that return nothing. */
  VOID("void", Object.class),
  /** Type of a NULL or of a literal without a type. */
  UNKNOWN("unknown", Object.class);

  private final String sqlName;
  private final Class<?> internalClass;
  private final @Nullable TypeKind boundKind;
  private final @Nullable BaseType base;

  TypeKind(String sqlName, Class<?> internalClass) {
    this(sqlName, internalClass, null, null);
  }

  TypeKind(String sqlName, Class<?> internalClass, TypeKind boundKind) {
    this(sqlName, internalClass, boundKind, null);
  }

  TypeKind(BaseType base) {
    this(base.sqlName(), BaseValue.class, null, base);
  }

  TypeKind(
      String sqlName,
      Class<?> internalClass,
      @Nullable TypeKind boundKind,
      @Nullable BaseType base) {
    this.boundKind = boundKind;
    this.base = base;
    this.sqlName = requireNonNull(sqlName, "sqlName is null");
    this.internalClass = requireNonNull(internalClass, "internalClass is null");
  }

  /** Returns PostgreSQL's name of the type. */
  public String sqlName() {
    return sqlName;
  }

  /** Returns the Java class of the internal representation of values. */
  public Class<?> internalClass() {
    return internalClass;
  }

  /** Returns the type of the bounds of ranges and multiranges; null for other types. */
  public @Nullable TypeKind boundKind() {
    return boundKind;
  }

  /** Returns the base type; null for other types. */
  public @Nullable BaseType base() {
    return base;
  }

  /** Returns the kind of a base type. */
  public static TypeKind of(BaseType base) {
    return valueOf(base.name());
  }

  public boolean isRange() {
    return internalClass == RangeValue.class;
  }

  public boolean isMultirange() {
    return internalClass == MultirangeValue.class;
  }

  /** Returns the type of ranges over a type; null if there is none. */
  public static @Nullable TypeKind rangeOver(TypeKind bound) {
    return over(bound, INT4RANGE, DATERANGE);
  }

  /** Returns the type of multiranges over a type; null if there is none. */
  public static @Nullable TypeKind multirangeOver(TypeKind bound) {
    return over(bound, INT4MULTIRANGE, DATEMULTIRANGE);
  }

  private static @Nullable TypeKind over(TypeKind bound, TypeKind first, TypeKind last) {
    for (TypeKind kind : EnumSet.range(first, last)) {
      if (kind.boundKind == bound) {
        return kind;
      }
    }
    return null;
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

  /** Returns whether values of the type may be equal and have different texts: 1.0 and 1.00. */
  public boolean mayDifferIfEqual() {
    return switch (this) {
      case NUMERIC, REAL, DOUBLE, INTERVAL, JSONB, NUMRANGE, NUMMULTIRANGE, ARRAY, UNKNOWN -> true;
      default -> false;
    };
  }

  /** Returns whether values are OIDs. */
  public boolean isOid() {
    return this == OID || isNamedReference();
  }

  /** Returns whether values are OIDs that are displayed as names. */
  public boolean isNamedReference() {
    return switch (this) {
      case REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE -> true;
      case REGOPER, REGOPERATOR, REGCOLLATION -> true;
      default -> false;
    };
  }
}
