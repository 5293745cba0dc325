package dev.colonnade.protocol.sql;

/** Names of the fields of an SQL error besides its message. */
public final class SqlErrorField {
  /** Character position in the statement's text, counted from 1. */
  public static final String POSITION = "position";

  public static final String HINT = "hint";
  public static final String SCHEMA = "schema";
  public static final String TABLE = "table";
  public static final String COLUMN = "column";
  public static final String CONSTRAINT = "constraint";

  /** Call stack within the statement, innermost first, one line for each level. */
  public static final String CONTEXT = "context";

  /** Text of an internally executed query that caused the error. */
  public static final String QUERY = "query";

  /** Character position in the internally executed query, counted from 1. */
  public static final String QUERY_POSITION = "query position";

  /** Index of the row of batch parameters that failed, counted from 0. */
  public static final String BATCH_ROW = "batch row";

  private SqlErrorField() {}
}
