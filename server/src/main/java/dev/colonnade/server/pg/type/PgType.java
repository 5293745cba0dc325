package dev.colonnade.server.pg.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Type as PostgreSQL clients identify it.
 *
 * @param code scalar type of the values, or of the elements of an array
 * @param isVector true for int2vector and oidvector
 * @param modifier length, or precision and scale, in PostgreSQL's encoding; {@link #NO_MODIFIER}
 *     for none
 * @param definedOid OID of a type that the code does not identify: of one that was created by a
 *     statement, and of rows; 0 for other types
 * @param definedElementOid OID of the elements of an array of such a type; 0 otherwise
 * @param fields types of the fields of rows, or of rows that are elements of an array; empty for
 *     other types
 */
public record PgType(
    PgTypeCode code,
    boolean isArray,
    boolean isVector,
    int modifier,
    int definedOid,
    int definedElementOid,
    List<PgType> fields) {
  public static final int NO_MODIFIER = -1;

  private static final int RECORD = 2249;
  private static final int INT2_VECTOR = 22;
  private static final int OID_VECTOR = 30;

  /** Length of the varlena header, which PostgreSQL adds to type modifiers. */
  private static final int HEADER_BYTES = 4;

  private static final int VARIABLE_SIZE = -1;

  /** Width of an enum, which PostgreSQL stores as an OID. */
  private static final int ENUM_SIZE = 4;

  public PgType {
    requireNonNull(code, "code is null");
    fields = List.copyOf(fields);
  }

  /** Creates a type other than int2vector and oidvector. */
  public PgType(PgTypeCode code, boolean isArray, int modifier) {
    this(code, isArray, false, modifier, 0, 0, List.of());
  }

  /** Returns the type of a column. */
  public static PgType of(SqlColumn column) {
    return of(column.type());
  }

  /** Returns the type of a parameter. */
  public static PgType of(SqlType type) {
    SqlType element = type.element();
    SqlType scalar = element == null ? type : element;
    return new PgType(
        codeOf(scalar.kind()),
        element != null,
        type.isVector(),
        modifierOf(scalar),
        type.oid(),
        element == null ? 0 : element.oid(),
        scalar.fields().isEmpty() ? List.of() : scalar.fields().stream().map(PgType::of).toList());
  }

  private static PgTypeCode codeOf(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> PgTypeCode.BOOL;
      case SMALLINT -> PgTypeCode.INT2;
      case INTEGER -> PgTypeCode.INT4;
      case BIGINT -> PgTypeCode.INT8;
      case REAL -> PgTypeCode.FLOAT4;
      case DOUBLE -> PgTypeCode.FLOAT8;
      case NUMERIC -> PgTypeCode.NUMERIC;
      case VARCHAR -> PgTypeCode.VARCHAR;
      case CHAR -> PgTypeCode.BPCHAR;
      case BYTEA -> PgTypeCode.BYTEA;
      case DATE -> PgTypeCode.DATE;
      case TIME -> PgTypeCode.TIME;
      case TIMESTAMP -> PgTypeCode.TIMESTAMP;
      case TIMESTAMPTZ -> PgTypeCode.TIMESTAMPTZ;
      case UUID -> PgTypeCode.UUID;
      case INTERVAL -> PgTypeCode.INTERVAL;
      case JSON -> PgTypeCode.JSON;
      case JSONB -> PgTypeCode.JSONB;
      case TIMETZ -> PgTypeCode.TIMETZ;
      case BIT -> PgTypeCode.BIT;
      case VARBIT -> PgTypeCode.VARBIT;
      case TEXT, UNKNOWN -> PgTypeCode.TEXT;
      case VOID -> PgTypeCode.VOID;
      case ARRAY -> throw new IllegalArgumentException("array type without an element type");
      case NAME -> PgTypeCode.NAME;
      case BYTE_CHAR -> PgTypeCode.BYTE_CHAR;
      case OID -> PgTypeCode.OID;
      case REGCLASS -> PgTypeCode.REGCLASS;
      case REGTYPE -> PgTypeCode.REGTYPE;
      case REGPROC -> PgTypeCode.REGPROC;
      case REGPROCEDURE -> PgTypeCode.REGPROCEDURE;
      case REGNAMESPACE -> PgTypeCode.REGNAMESPACE;
      case REGROLE -> PgTypeCode.REGROLE;
      case REGOPER -> PgTypeCode.REGOPER;
      case REGOPERATOR -> PgTypeCode.REGOPERATOR;
      case REGCOLLATION -> PgTypeCode.REGCOLLATION;
      case INT4RANGE -> PgTypeCode.INT4RANGE;
      case NUMRANGE -> PgTypeCode.NUMRANGE;
      case TSRANGE -> PgTypeCode.TSRANGE;
      case TSTZRANGE -> PgTypeCode.TSTZRANGE;
      case DATERANGE -> PgTypeCode.DATERANGE;
      case INT8RANGE -> PgTypeCode.INT8RANGE;
      case INT4MULTIRANGE -> PgTypeCode.INT4MULTIRANGE;
      case NUMMULTIRANGE -> PgTypeCode.NUMMULTIRANGE;
      case TSMULTIRANGE -> PgTypeCode.TSMULTIRANGE;
      case TSTZMULTIRANGE -> PgTypeCode.TSTZMULTIRANGE;
      case DATEMULTIRANGE -> PgTypeCode.DATEMULTIRANGE;
      case INT8MULTIRANGE -> PgTypeCode.INT8MULTIRANGE;
      default -> PgTypeCode.of(requireNonNull(kind.base(), "kind has no base type"));
    };
  }

  private static int modifierOf(SqlType type) {
    if (type.precision() == SqlType.NONE) {
      return NO_MODIFIER;
    }
    return type.kind() == TypeKind.NUMERIC
        ? ((type.precision() << 16) | Math.max(0, type.scale())) + HEADER_BYTES
        : type.precision() + HEADER_BYTES;
  }

  /** Returns the SQL type with this OID; null if it is unknown or left to the server. */
  public static @Nullable SqlType sqlType(int oid) {
    PgTypeCode code = PgTypeCode.ofOid(oid);
    if (code != null) {
      return scalar(code);
    }
    PgTypeCode elementCode = PgTypeCode.ofArrayOid(oid);
    SqlType element = elementCode == null ? null : scalar(elementCode);
    return element == null ? null : SqlType.arrayOf(element);
  }

  private static @Nullable SqlType scalar(PgTypeCode code) {
    TypeKind kind =
        switch (code) {
          case BOOL -> TypeKind.BOOLEAN;
          case INT2 -> TypeKind.SMALLINT;
          case INT4 -> TypeKind.INTEGER;
          case INT8 -> TypeKind.BIGINT;
          case FLOAT4 -> TypeKind.REAL;
          case FLOAT8 -> TypeKind.DOUBLE;
          case NUMERIC -> TypeKind.NUMERIC;
          case TEXT -> TypeKind.TEXT;
          case VARCHAR -> TypeKind.VARCHAR;
          case BPCHAR -> TypeKind.CHAR;
          case NAME -> TypeKind.NAME;
          case BYTE_CHAR -> TypeKind.BYTE_CHAR;
          case OID -> TypeKind.OID;
          case REGCLASS -> TypeKind.REGCLASS;
          case REGTYPE -> TypeKind.REGTYPE;
          case REGPROC -> TypeKind.REGPROC;
          case REGPROCEDURE -> TypeKind.REGPROCEDURE;
          case REGNAMESPACE -> TypeKind.REGNAMESPACE;
          case REGROLE -> TypeKind.REGROLE;
          case REGOPER -> TypeKind.REGOPER;
          case REGOPERATOR -> TypeKind.REGOPERATOR;
          case REGCOLLATION -> TypeKind.REGCOLLATION;
          case BYTEA -> TypeKind.BYTEA;
          case DATE -> TypeKind.DATE;
          case TIME -> TypeKind.TIME;
          case TIMESTAMP -> TypeKind.TIMESTAMP;
          case TIMESTAMPTZ -> TypeKind.TIMESTAMPTZ;
          case UUID -> TypeKind.UUID;
          case INTERVAL -> TypeKind.INTERVAL;
          case JSON -> TypeKind.JSON;
          case JSONB -> TypeKind.JSONB;
          case INT4RANGE -> TypeKind.INT4RANGE;
          case NUMRANGE -> TypeKind.NUMRANGE;
          case TSRANGE -> TypeKind.TSRANGE;
          case TSTZRANGE -> TypeKind.TSTZRANGE;
          case DATERANGE -> TypeKind.DATERANGE;
          case INT8RANGE -> TypeKind.INT8RANGE;
          case INT4MULTIRANGE -> TypeKind.INT4MULTIRANGE;
          case NUMMULTIRANGE -> TypeKind.NUMMULTIRANGE;
          case TSMULTIRANGE -> TypeKind.TSMULTIRANGE;
          case TSTZMULTIRANGE -> TypeKind.TSTZMULTIRANGE;
          case DATEMULTIRANGE -> TypeKind.DATEMULTIRANGE;
          case INT8MULTIRANGE -> TypeKind.INT8MULTIRANGE;
          case TIMETZ -> TypeKind.TIMETZ;
          case BIT -> TypeKind.BIT;
          case VARBIT -> TypeKind.VARBIT;
          case VOID -> null;
          default -> TypeKind.of(code.base());
        };
    return kind == null ? null : SqlType.of(kind);
  }

  /** Returns the type OID. */
  public int oid() {
    if (definedOid != 0) {
      return definedOid;
    }
    return isVector ? vectorOid() : isArray ? code.arrayOid() : code.oid();
  }

  /**
   * Returns whether binary values that state an OID are of this type. Where the OID of a type that
   * a statement has created is not known, as in COPY, all OIDs of such types are accepted.
   */
  boolean accepts(int statedOid) {
    boolean isIdentified = definedOid != 0 || sqlType(statedOid) != null;
    return statedOid == oid() || !isIdentified;
  }

  /** Returns whether values are rows, or arrays of rows. */
  boolean isOfRows() {
    return !fields.isEmpty();
  }

  /** Returns whether values are rows of no type that a statement has created. */
  public boolean isRecord() {
    return definedOid == RECORD;
  }

  /** Returns the type of the elements of an array. */
  PgType element() {
    return new PgType(code, false, false, modifier, definedElementOid, 0, fields);
  }

  /** Returns the OID of the elements of an array. */
  int elementOid() {
    return definedElementOid == 0 ? code.oid() : definedElementOid;
  }

  private int vectorOid() {
    return code == PgTypeCode.INT2 ? INT2_VECTOR : OID_VECTOR;
  }

  /** Returns the width of values in bytes; negative for variable width. */
  public int size() {
    if (definedOid != 0 && !isArray && code == PgTypeCode.TEXT) {
      return isOfRows() || isRecord() ? VARIABLE_SIZE : ENUM_SIZE;
    }
    return isArray ? VARIABLE_SIZE : code.size();
  }
}
