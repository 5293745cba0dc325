package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.base.BaseType;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Scalar type of PostgreSQL, with its OIDs. */
public enum PgTypeCode {
  BOOL(16, 1000, 1),
  BYTEA(17, 1001, -1),
  /** PostgreSQL's "char": one byte, which system catalogs use for kinds. */
  BYTE_CHAR(18, 1002, 1),
  NAME(19, 1003, 64),
  INT8(20, 1016, 8),
  INT2(21, 1005, 2),
  INT4(23, 1007, 4),
  REGPROC(24, 1008, 4),
  TEXT(25, 1009, -1),
  OID(26, 1028, 4),
  JSON(114, 199, -1),
  FLOAT4(700, 1021, 4),
  FLOAT8(701, 1022, 8),
  BPCHAR(1042, 1014, -1),
  VARCHAR(1043, 1015, -1),
  DATE(1082, 1182, 4),
  TIME(1083, 1183, 8),
  TIMESTAMP(1114, 1115, 8),
  TIMESTAMPTZ(1184, 1185, 8),
  INTERVAL(1186, 1187, 16),
  TIMETZ(1266, 1270, 12),
  BIT(1560, 1561, -1),
  VARBIT(1562, 1563, -1),
  NUMERIC(1700, 1231, -1),
  REGPROCEDURE(2202, 2207, 4),
  REGCLASS(2205, 2210, 4),
  REGTYPE(2206, 2211, 4),
  /** Result type of functions without a result: encoded as an empty text; has no array type. */
  VOID(2278, 0, 4),
  UUID(2950, 2951, 16),
  JSONB(3802, 3807, -1),
  REGNAMESPACE(4089, 4090, 4),
  REGROLE(4096, 4097, 4),
  REGOPER(2203, 2208, 4),
  REGOPERATOR(2204, 2209, 4),
  REGCOLLATION(4191, 4192, 4),
  INT4RANGE(3904, 3905, -1),
  NUMRANGE(3906, 3907, -1),
  TSRANGE(3908, 3909, -1),
  TSTZRANGE(3910, 3911, -1),
  DATERANGE(3912, 3913, -1),
  INT8RANGE(3926, 3927, -1),
  INT4MULTIRANGE(4451, 6150, -1),
  NUMMULTIRANGE(4532, 6151, -1),
  TSMULTIRANGE(4533, 6152, -1),
  TSTZMULTIRANGE(4534, 6153, -1),
  DATEMULTIRANGE(4535, 6155, -1),
  INT8MULTIRANGE(4536, 6157, -1),
  MONEY(BaseType.MONEY, 790, 791),
  INET(BaseType.INET, 869, 1041),
  CIDR(BaseType.CIDR, 650, 651),
  MACADDR(BaseType.MACADDR, 829, 1040),
  MACADDR8(BaseType.MACADDR8, 774, 775),
  POINT(BaseType.POINT, 600, 1017),
  LINE(BaseType.LINE, 628, 629),
  LSEG(BaseType.LSEG, 601, 1018),
  BOX(BaseType.BOX, 603, 1020),
  PATH(BaseType.PATH, 602, 1019),
  POLYGON(BaseType.POLYGON, 604, 1027),
  CIRCLE(BaseType.CIRCLE, 718, 719),
  XML(BaseType.XML, 142, 143),
  JSONPATH(BaseType.JSONPATH, 4072, 4073);

  private static final Map<Integer, PgTypeCode> BY_OID =
      Stream.of(values()).collect(Collectors.toMap(PgTypeCode::oid, Function.identity()));
  private static final Map<Integer, PgTypeCode> BY_ARRAY_OID =
      Stream.of(values()).collect(Collectors.toMap(PgTypeCode::arrayOid, Function.identity()));

  private final int oid;
  private final int arrayOid;
  private final int size;
  private final @Nullable BaseType base;

  PgTypeCode(int oid, int arrayOid, int size) {
    this(oid, arrayOid, size, null);
  }

  PgTypeCode(BaseType base, int oid, int arrayOid) {
    this(oid, arrayOid, base.size(), base);
  }

  PgTypeCode(int oid, int arrayOid, int size, @Nullable BaseType base) {
    this.base = base;
    this.oid = oid;
    this.arrayOid = arrayOid;
    this.size = size;
  }

  /** Returns the base type, of types that are one; throws for others. */
  BaseType base() {
    return requireNonNull(base, "no base type");
  }

  /** Returns the code of a base type. */
  static PgTypeCode of(BaseType base) {
    return valueOf(base.name());
  }

  /** Returns the type OID. */
  public int oid() {
    return oid;
  }

  /** Returns the OID of the array type. */
  public int arrayOid() {
    return arrayOid;
  }

  /** Returns the width of values in bytes; negative for variable width. */
  public int size() {
    return size;
  }

  static @Nullable PgTypeCode ofOid(int oid) {
    return BY_OID.get(oid);
  }

  static @Nullable PgTypeCode ofArrayOid(int oid) {
    return BY_ARRAY_OID.get(oid);
  }
}
