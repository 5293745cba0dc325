package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Types of PostgreSQL's catalog whose values are stored as those of another type. */
public enum SystemType {
  /** Identifier of at most 63 bytes, stored as TEXT. */
  NAME(1, "name"),

  /** Number from 0 to 4,294,967,295, stored as BIGINT. */
  OID(2, "oid"),

  /** The type {@code "char"} of single bytes, stored as TEXT. */
  BYTE_CHAR(3, "char");

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
      case OID -> ColumnType.Plain.BIGINT;
    };
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
