package dev.colonnade.protocol.response;

/** The names of what can be said of an error besides its message. */
public final class SqlErrorField {
  /** The character of the statement's text that it is about, counted from 1. */
  public static final String POSITION = "position";

  public static final String HINT = "hint";
  public static final String SCHEMA = "schema";
  public static final String TABLE = "table";
  public static final String COLUMN = "column";
  public static final String CONSTRAINT = "constraint";

  /** The row of parameters of a batch that failed, counted from 0. */
  public static final String BATCH_ROW = "batch row";

  private SqlErrorField() {}
}
