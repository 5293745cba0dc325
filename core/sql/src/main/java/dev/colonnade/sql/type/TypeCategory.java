package dev.colonnade.sql.type;

/** PostgreSQL's categories of types: values of two of them never become one type by themselves. */
enum TypeCategory {
  ARRAY,
  BOOLEAN,
  DATE_TIME,
  INTERNAL,
  NUMBER,
  TEXT,
  TIME_SPAN,
  UNKNOWN,
  OTHER;

  static TypeCategory of(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> BOOLEAN;
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC -> NUMBER;
      case OID, REGCLASS, REGTYPE, REGPROC, REGNAMESPACE, REGROLE -> NUMBER;
      case TEXT, VARCHAR, CHAR, NAME -> TEXT;
      case BYTE_CHAR -> INTERNAL;
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> DATE_TIME;
      case INTERVAL -> TIME_SPAN;
      case BYTEA, UUID, JSON, JSONB, VOID -> OTHER;
      case ARRAY -> ARRAY;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** Whether a type is one that its category rather becomes than any other of it. */
  static boolean isPreferred(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN, DOUBLE, OID, TEXT, TIMESTAMPTZ, INTERVAL -> true;
      default -> false;
    };
  }
}
