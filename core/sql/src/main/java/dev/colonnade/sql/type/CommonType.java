package dev.colonnade.sql.type;

import java.util.List;

/**
 * Result of resolving the common type of the results of CASE, the rows of UNION, the elements of
 * ARRAY and similar constructs, by PostgreSQL's rules ("UNION, CASE, and Related Constructs" of its
 * manual).
 */
public sealed interface CommonType {
  /** Common type of all operands; UNKNOWN if no operand has a type. */
  record Shared(SqlType type) implements CommonType {}

  /**
   * Absence of a common type.
   *
   * @param index of the operand whose type has another type category than the operands before it
   */
  record Unmatched(int index, SqlType before, SqlType other) implements CommonType {}

  /**
   * Common type to which an operand has no implicit cast.
   *
   * @param index of that operand
   */
  record Unconverted(int index, SqlType from, SqlType to) implements CommonType {}

  /**
   * Returns the common type of operands.
   *
   * @param types of the operands, UNKNOWN for literals of text and parameters
   */
  static CommonType of(List<SqlType> types) {
    SqlType shared = SqlType.of(TypeKind.UNKNOWN);
    for (int i = 0; i < types.size(); i++) {
      SqlType other = types.get(i);
      if (other.kind() == TypeKind.UNKNOWN || isSame(other, shared)) {
        continue;
      }
      if (shared.kind() == TypeKind.UNKNOWN) {
        shared = other;
      } else if (TypeCategory.of(other.kind()) != TypeCategory.of(shared.kind())) {
        return new Unmatched(i, shared, other);
      } else if (!TypeCategory.isPreferred(shared.kind())
          && hasImplicitCast(shared, other)
          && !hasImplicitCast(other, shared)) {
        shared = other;
      }
    }
    for (int i = 0; i < types.size(); i++) {
      if (!hasImplicitCast(types.get(i), shared)) {
        return new Unconverted(i, types.get(i), shared);
      }
    }
    return new Shared(shared);
  }

  private static boolean isSame(SqlType left, SqlType right) {
    SqlType leftElement = left.element();
    SqlType rightElement = right.element();
    return left.kind() == right.kind()
        && (leftElement == null || rightElement == null || isSame(leftElement, rightElement));
  }

  /** Returns whether an implicit cast from one type to another exists. */
  static boolean hasImplicitCast(SqlType from, SqlType to) {
    if (from.kind() == TypeKind.UNKNOWN || isSame(from, to)) {
      return true;
    }
    SqlType fromElement = from.element();
    SqlType toElement = to.element();
    if (fromElement != null && toElement != null) {
      return hasImplicitCast(fromElement, toElement);
    }
    return fromElement == null && toElement == null && hasImplicitCast(from.kind(), to.kind());
  }

  private static boolean hasImplicitCast(TypeKind from, TypeKind to) {
    return switch (to) {
      case INTEGER -> from == TypeKind.SMALLINT || from.isOid();
      case BIGINT -> from.isInteger() || from.isOid();
      case NUMERIC -> from.isInteger();
      case REAL -> from.isInteger() || from == TypeKind.NUMERIC;
      case DOUBLE -> from.isNumber();
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          from.isInteger() || from.isOid();
      case TEXT, VARCHAR, CHAR -> from.isText();
      case TIMESTAMP -> from == TypeKind.DATE;
      case TIMESTAMPTZ -> from == TypeKind.DATE || from == TypeKind.TIMESTAMP;
      case INTERVAL -> from == TypeKind.TIME;
      case BOOLEAN, SMALLINT, NAME, BYTE_CHAR, BYTEA, DATE, TIME -> false;
      case UUID, JSON, JSONB, ARRAY, VOID, UNKNOWN -> false;
    };
  }

  /**
   * Returns whether a comparison operator for two types exists: one type has an implicit cast to
   * the other, or both have one to a third type.
   */
  static boolean areComparable(SqlType left, SqlType right) {
    boolean isUntyped = left.kind() == TypeKind.UNKNOWN || right.kind() == TypeKind.UNKNOWN;
    boolean isNumber = isNumber(left.kind()) && isNumber(right.kind());
    boolean isText = left.kind().isText() && right.kind().isText();
    boolean isOfSystem = left.kind().isOid() || right.kind().isOid();
    return isUntyped
        || isNumber
        || isText
        || isOfSystem
        || hasImplicitCast(left, right)
        || hasImplicitCast(right, left);
  }

  private static boolean isNumber(TypeKind kind) {
    return TypeCategory.of(kind) == TypeCategory.NUMBER;
  }
}
