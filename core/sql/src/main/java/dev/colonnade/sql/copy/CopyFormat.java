package dev.colonnade.sql.copy;

/** The forms in which COPY reads and writes rows. */
public enum CopyFormat {
  /** A line for a row, a tab between two values. */
  TEXT,
  /** Values that are quoted where they have to be. */
  CSV,
  /** Values as the binary protocol has them. */
  BINARY
}
