package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Type of a result column or of a parameter.
 *
 * @param precision digits of a NUMERIC, characters of a VARCHAR or CHAR; {@link #NONE} if not
 *     limited; of an array, it states only {@link #isVector}
 * @param scale digits of a NUMERIC after the point; {@link #NONE} if not limited
 * @param element the element type of an array; null if the type is not an array
 * @param fields types of the fields of rows of a composite type; empty for other types
 * @param oid OID of a type that a statement has created, and of rows of no such type; {@link
 *     #NO_OID} for types that the kind identifies
 */
public record SqlType(
    TypeKind kind,
    int precision,
    int scale,
    @Nullable SqlType element,
    List<SqlType> fields,
    int oid) {
  /** Absence of a precision or scale limit. */
  public static final int NONE = -1;

  /** Absence of an OID. */
  public static final int NO_OID = 0;

  /** Precision of an array with the lower bound 0: PostgreSQL's vectors. */
  private static final int FROM_ZERO = 0;

  public SqlType {
    requireNonNull(kind, "kind is null");
    fields = List.copyOf(fields);
  }

  /** Creates a type whose values are no rows. */
  public SqlType(TypeKind kind, int precision, int scale, @Nullable SqlType element) {
    this(kind, precision, scale, element, List.of(), NO_OID);
  }

  /** Returns the type of rows of fields. */
  public static SqlType rowOf(List<SqlType> fields) {
    return new SqlType(TypeKind.UNKNOWN, NONE, NONE, null, fields, NO_OID);
  }

  /** Returns the type of rows of fields whose values are texts for clients. */
  public static SqlType textOfRow(List<SqlType> fields, int oid) {
    return new SqlType(TypeKind.TEXT, NONE, NONE, null, fields, oid);
  }

  /** Returns the same type with an OID. */
  public SqlType withOid(int otherOid) {
    return new SqlType(kind, precision, scale, element, fields, otherOid);
  }

  /** Returns whether values are rows. */
  public boolean isRow() {
    return !fields.isEmpty();
  }

  /**
   * Returns whether the texts of values are computed in the query: of rows, of references to
   * objects of the catalog, and of arrays of these.
   */
  public boolean isShownAsText() {
    return element == null ? isRow() || kind.isNamedReference() : element.isShownAsText();
  }

  public SqlType(TypeKind kind, int precision, int scale) {
    this(kind, precision, scale, null);
  }

  /** Returns the type of arrays of an element type. */
  public static SqlType arrayOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, NONE, NONE, element);
  }

  /** Returns the type of PostgreSQL's {@code int2vector} and {@code oidvector}. */
  public static SqlType vectorOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, FROM_ZERO, NONE, element);
  }

  /** Returns whether the type is an array with the lower bound 0. */
  public boolean isVector() {
    return kind == TypeKind.ARRAY && precision == FROM_ZERO;
  }

  /** Returns a type without parameters. */
  public static SqlType of(TypeKind kind) {
    return new SqlType(kind, NONE, NONE);
  }

  /** Returns the type in PostgreSQL's syntax. */
  @Override
  public String toString() {
    if (element != null) {
      return element.kind().sqlName() + "[]";
    }
    if (precision == NONE) {
      return kind.sqlName();
    }
    return kind == TypeKind.NUMERIC
        ? "numeric(" + precision + "," + scale + ")"
        : kind.sqlName() + "(" + precision + ")";
  }
}
