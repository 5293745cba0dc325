package dev.colonnade.protocol.sql;

/** Encoding of the rows in a payload. */
public enum RowForm {
  /** An encapsulated Arrow RecordBatch message with its body. */
  BATCH,

  /** Row by row the values of all columns, as defined by {@link SqlValueLayout}. */
  VALUES
}
