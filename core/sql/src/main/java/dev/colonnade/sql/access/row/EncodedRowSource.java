package dev.colonnade.sql.access.row;

import dev.colonnade.type.row.RowWriter;

/** Rows to insert whose values are encoded directly, without an object for each. */
public interface EncodedRowSource {
  /** Returns the number of rows. */
  int count();

  /**
   * Writes the values of a row to an empty writer.
   *
   * @return false if the row needs more than that
   * @throws dev.colonnade.error.ColonnadeException if a value is not valid for its column
   */
  boolean put(int index, RowWriter into);
}
