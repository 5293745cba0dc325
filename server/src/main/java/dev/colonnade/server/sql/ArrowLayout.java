package dev.colonnade.server.sql;

import dev.colonnade.protocol.sql.SqlColumnInfo;

/** Physical layout of the values of an Arrow column. */
enum ArrowLayout {
  BITS(0),
  INT16(2),
  INT32(4),
  INT64(8),
  FLOAT32(4),
  FLOAT64(8),
  DECIMAL(16),
  UUID(16),
  DATE(4),
  TIME(8),
  TIMESTAMP(8),
  TIMESTAMPTZ(8),
  TEXT(4),
  BYTES(4);

  private final int widthBytes;

  ArrowLayout(int widthBytes) {
    this.widthBytes = widthBytes;
  }

  /** Returns the width of a value, or of its offset, in bytes; 0 for bits. */
  int widthBytes() {
    return widthBytes;
  }

  boolean isVariable() {
    return this == TEXT || this == BYTES;
  }

  /** Returns the layout of a column. */
  static ArrowLayout of(SqlColumnInfo column) {
    return switch (column.type().carrier().kind()) {
      case BOOLEAN -> BITS;
      case SMALLINT -> INT16;
      case INTEGER -> INT32;
      case BIGINT -> INT64;
      case REAL -> FLOAT32;
      case DOUBLE -> FLOAT64;
      case NUMERIC -> DECIMAL;
      case TEXT, VARCHAR, CHAR, ENUM -> TEXT;
      case BYTEA -> BYTES;
      case DATE -> DATE;
      case TIME -> TIME;
      case TIMESTAMP -> TIMESTAMP;
      case TIMESTAMPTZ -> TIMESTAMPTZ;
      case UUID -> UUID;
    };
  }
}
