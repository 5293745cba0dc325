package dev.colonnade.sql.type;

/** PostgreSQL's type categories. Types of different categories have no common type. */
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
      case OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE -> NUMBER;
      case TEXT, VARCHAR, CHAR, NAME -> TEXT;
      case BYTE_CHAR -> INTERNAL;
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> DATE_TIME;
      case INTERVAL -> TIME_SPAN;
      case BYTEA, UUID, JSON, JSONB, VOID -> OTHER;
      case ARRAY -> ARRAY;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** Returns whether a type is the preferred type of its category. */
  static boolean isPreferred(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN, DOUBLE, OID, TEXT, TIMESTAMPTZ, INTERVAL -> true;
      default -> false;
    };
  }
}
