package dev.colonnade.protocol.sql;

/** Encoding of the rows in a payload. */
public enum RowEncoding {
  /** An encapsulated Arrow RecordBatch message with its body. */
  BATCH,

  /** Row by row the values of all columns, as defined by {@link SqlValueLayout}. */
  VALUES
}
