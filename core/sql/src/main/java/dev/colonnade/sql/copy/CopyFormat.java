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
  JSON_LINES
}
