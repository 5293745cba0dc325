package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The type of a column of a result, or of a parameter.
 *
 * @param precision digits of a NUMERIC, characters of a VARCHAR or CHAR; {@link #NONE} if not
 *     limited; of arrays only {@link #isVector} is told by it
 * @param scale digits of a NUMERIC after the point; {@link #NONE} if not limited
 * @param element the type of an array's elements; null for what is not an array
 */
public record SqlType(TypeKind kind, int precision, int scale, @Nullable SqlType element) {
  /** Not limited. */
  public static final int NONE = -1;

  /** The precision of an array whose elements are counted from 0: PostgreSQL's vectors. */
  private static final int FROM_ZERO = 0;

  public SqlType {
    requireNonNull(kind, "kind is null");
  }

  public SqlType(TypeKind kind, int precision, int scale) {
    this(kind, precision, scale, null);
  }

  /** The type of lists of values. */
  public static SqlType arrayOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, NONE, NONE, element);
  }

  /** The type of PostgreSQL's {@code int2vector} and {@code oidvector}. */
  public static SqlType vectorOf(SqlType element) {
    return new SqlType(TypeKind.ARRAY, FROM_ZERO, NONE, element);
  }

  /** Whether it is an array whose elements are counted from 0. */
  public boolean isVector() {
    return kind == TypeKind.ARRAY && precision == FROM_ZERO;
  }

  /** A type without parameters. */
  public static SqlType of(TypeKind kind) {
    return new SqlType(kind, NONE, NONE);
  }

  /** The type as PostgreSQL writes it. */
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
