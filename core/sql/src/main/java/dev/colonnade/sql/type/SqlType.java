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
 */
public record SqlType(
    TypeKind kind, int precision, int scale, @Nullable SqlType element, List<SqlType> fields) {
  /** Absence of a precision or scale limit. */
  public static final int NONE = -1;

  /** Precision of an array with the lower bound 0: PostgreSQL's vectors. */
  private static final int FROM_ZERO = 0;

  public SqlType {
    requireNonNull(kind, "kind is null");
    fields = List.copyOf(fields);
  }

  /** Creates a type whose values are no rows. */
  public SqlType(TypeKind kind, int precision, int scale, @Nullable SqlType element) {
    this(kind, precision, scale, element, List.of());
  }

  /** Returns the type of rows of fields. */
  public static SqlType rowOf(List<SqlType> fields) {
    return new SqlType(TypeKind.UNKNOWN, NONE, NONE, null, fields);
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
