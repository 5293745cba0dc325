package dev.colonnade.sql.type;

import static java.util.Objects.requireNonNull;

/**
 * The type of a column of a result, or of a parameter.
 *
 * @param precision digits of a NUMERIC, characters of a VARCHAR or CHAR; {@link #NONE} if not
 *     limited
 * @param scale digits of a NUMERIC after the point; {@link #NONE} if not limited
 */
public record SqlType(TypeKind kind, int precision, int scale) {
  /** Not limited. */
  public static final int NONE = -1;

  public SqlType {
    requireNonNull(kind, "kind is null");
  }

  /** A type without parameters. */
  public static SqlType of(TypeKind kind) {
    return new SqlType(kind, NONE, NONE);
  }

  /** The type as PostgreSQL writes it. */
  @Override
  public String toString() {
    if (precision == NONE) {
      return kind.sqlName();
    }
    return kind == TypeKind.NUMERIC
        ? "numeric(" + precision + "," + scale + ")"
        : kind.sqlName() + "(" + precision + ")";
  }
}
