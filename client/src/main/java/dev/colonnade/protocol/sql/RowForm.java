package dev.colonnade.protocol.sql;

/** What the payload of rows is. */
public enum RowForm {
  /** An encapsulated Arrow RecordBatch message with its body. */
  BATCH,

  /** Row by row the values of all columns, as {@link SqlValueLayout} draws them. */
  VALUES
}
