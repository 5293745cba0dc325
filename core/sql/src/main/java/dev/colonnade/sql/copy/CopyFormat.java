package dev.colonnade.sql.copy;

/** Data formats of COPY. */
public enum CopyFormat {
  /** One line per row, a tab between two values. */
  TEXT,
  /** Comma-separated values, quoted where necessary. */
  CSV,
  /** Values in PostgreSQL's binary format. */
  BINARY,
  /** One JSON object per row, on a line of its own. */
  JSON_LINES,
  /** File of Arrow IPC, with a footer. */
  ARROW,
  /** Stream of Arrow IPC. */
  ARROW_STREAM,
  /** File of Parquet. */
  PARQUET;

  /** Returns whether the data are text in the encoding of the client. */
  public boolean isText() {
    return switch (this) {
      case TEXT, CSV, JSON_LINES -> true;
      case BINARY, ARROW, ARROW_STREAM, PARQUET -> false;
    };
  }

  /** Returns whether the data are columns of many rows, and not one row after the other. */
  public boolean isColumnar() {
    return switch (this) {
      case ARROW, ARROW_STREAM, PARQUET -> true;
      case TEXT, CSV, BINARY, JSON_LINES -> false;
    };
  }
}
