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

  /** What was being done inside of the statement, innermost first, a line for each. */
  public static final String CONTEXT = "context";

  /** The text that the statement ran itself and in which the error is. */
  public static final String QUERY = "query";

  /** The character of that text, counted from 1. */
  public static final String QUERY_POSITION = "query position";

  /** The row of parameters of a batch that failed, counted from 0. */
  public static final String BATCH_ROW = "batch row";

  private SqlErrorField() {}
}
