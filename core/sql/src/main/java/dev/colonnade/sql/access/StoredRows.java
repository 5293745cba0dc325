package dev.colonnade.sql.access;

import dev.colonnade.type.row.RowWriter;

/** Rows to insert whose values are put where they are stored, without an object for each. */
public interface StoredRows {
  int count();

  /**
   * Puts the values of a row, which is empty before.
   *
   * @return false if it needs more than that
   * @throws dev.colonnade.error.ColonnadeException if a value is none of its column
   */
  boolean put(int index, RowWriter into);
}
