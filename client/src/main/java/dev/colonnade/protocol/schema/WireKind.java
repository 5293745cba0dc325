package dev.colonnade.protocol.schema;

import dev.colonnade.protocol.WireCode;

/**
 * Kind of a column type. The code is its encoded form and is never reassigned to another kind. The
 * fixed width is that of a value in a tuple block in bytes; 0 stands for variable width.
 */
public enum WireKind implements WireCode {
  BOOLEAN(1, 1),
  SMALLINT(2, 2),
  INTEGER(3, 4),
  BIGINT(4, 8),
  REAL(5, 4),
  DOUBLE(6, 8),
  /** Width 8 for up to 18 digits, else 16: see {@link WireType#tupleWidthBytes()}. */
  NUMERIC(7, 8),
  TEXT(8, 0),
  VARCHAR(9, 0),
  CHAR(10, 0),
  BYTEA(11, 0),
  /** Days since 1970-01-01. */
  DATE(12, 4),
  /** Microseconds since midnight. */
  TIME(13, 8),
  /** Microseconds since 1970-01-01 00:00 without a zone. */
  TIMESTAMP(14, 8),
  /** Microseconds since 1970-01-01 00:00 UTC. */
  TIMESTAMPTZ(15, 8),
  UUID(16, 16),
  /** The position of the label in the type's list. */
  ENUM(17, 2);

  private final int code;
  private final int fixedWidthBytes;

  WireKind(int code, int fixedWidthBytes) {
    this.code = code;
    this.fixedWidthBytes = fixedWidthBytes;
  }

  @Override
  public int code() {
    return code;
  }

  /** Returns whether values are character strings. */
  public boolean isText() {
    return this == TEXT || this == VARCHAR || this == CHAR;
  }

  /** Returns whether values have no fixed width. */
  public boolean isVariableWidth() {
    return fixedWidthBytes == 0;
  }

  int fixedWidthBytes() {
    return fixedWidthBytes;
  }
}
