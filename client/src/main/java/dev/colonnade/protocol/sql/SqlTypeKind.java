package dev.colonnade.protocol.sql;

import dev.colonnade.protocol.WireCode;

/** Kind of an SQL type, without its parameters. */
public enum SqlTypeKind implements WireCode {
  /** Unknown type: of a parameter whose type the server infers, or of an untyped NULL. */
  UNKNOWN(0, "unknown"),
  BOOLEAN(1, "boolean"),
  SMALLINT(2, "smallint"),
  INTEGER(3, "integer"),
  BIGINT(4, "bigint"),
  REAL(5, "real"),
  DOUBLE(6, "double precision"),
  NUMERIC(7, "numeric"),
  TEXT(8, "text"),
  VARCHAR(9, "character varying"),
  CHAR(10, "character"),
  BYTEA(11, "bytea"),
  DATE(12, "date"),
  TIME(13, "time without time zone"),
  TIMESTAMP(14, "timestamp without time zone"),
  TIMESTAMPTZ(15, "timestamp with time zone"),
  UUID(16, "uuid"),
  INTERVAL(17, "interval"),
  /** Any other type, which is identified by its name. */
  OTHER(18, "");

  private final int code;
  private final String sqlName;

  SqlTypeKind(int code, String sqlName) {
    this.code = code;
    this.sqlName = sqlName;
  }

  @Override
  public int code() {
    return code;
  }

  /** Returns the name in PostgreSQL's spelling; empty for {@link #OTHER}. */
  public String sqlName() {
    return sqlName;
  }

  public boolean isText() {
    return this == TEXT || this == VARCHAR || this == CHAR;
  }
}
