package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Types of PostgreSQL's catalog whose values are stored as those of another type. */
public enum SystemType {
  /** Identifier of at most 63 bytes, stored as TEXT. */
  NAME(1, "name"),

  /** Number from 0 to 4,294,967,295, stored as BIGINT. */
  OID(2, "oid"),

  /** The type {@code "char"} of single bytes, stored as TEXT. */
  BYTE_CHAR(3, "char"),

  /** OIDs that are displayed as names of objects, stored as BIGINT, as those that follow. */
  REGCLASS(4, "regclass"),
  REGTYPE(5, "regtype"),
  REGPROC(6, "regproc"),
  REGPROCEDURE(7, "regprocedure"),
  REGNAMESPACE(8, "regnamespace"),
  REGROLE(9, "regrole"),
  REGOPER(10, "regoper"),
  REGOPERATOR(11, "regoperator"),
  REGCOLLATION(12, "regcollation");

  private final int code;
  private final String typeName;

  SystemType(int code, String typeName) {
    this.code = code;
    this.typeName = typeName;
  }

  /** Returns the number in catalog records: positive, never reused. */
  public int code() {
    return code;
  }

  /** Returns the name in PostgreSQL's catalog. */
  public String typeName() {
    return typeName;
  }

  /** Returns the type of the stored values. */
  public ColumnType stored() {
    return switch (this) {
      case NAME, BYTE_CHAR -> ColumnType.Plain.TEXT;
      case OID,
          REGCLASS,
          REGTYPE,
          REGPROC,
          REGPROCEDURE,
          REGNAMESPACE,
          REGROLE,
          REGOPER,
          REGOPERATOR,
          REGCOLLATION ->
          ColumnType.Plain.BIGINT;
    };
  }

  /** Returns the type of a name in PostgreSQL's catalog; null if there is none. */
  public static @Nullable SystemType find(String typeName) {
    for (SystemType type : values()) {
      if (type.typeName.equals(typeName)) {
        return type;
      }
    }
    return null;
  }

  /** Returns the type of a number. */
  static SystemType ofCode(int code) {
    for (SystemType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new ColonnadeException(ErrorCode.STORE_CORRUPT, "unknown system type: code=" + code);
  }
}
