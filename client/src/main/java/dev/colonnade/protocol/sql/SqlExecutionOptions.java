package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.result.Compression;

/**
 * Execution options of a statement.
 *
 * @param beginsTransaction whether the statement starts a transaction block if none is open
 * @param rowsMax number of rows after which the result ends; 0 for all
 * @param pageRowsMax number of rows after which a page ends; 0 for the server's choice
 * @param creditPages number of pages that may be sent before more credit is granted; the last page
 *     needs none
 * @param shortResultForm encoding that the server may use for a short result; a long result is sent
 *     as batches
 */
public record SqlExecutionOptions(
    boolean beginsTransaction,
    long rowsMax,
    int pageRowsMax,
    int creditPages,
    Compression compression,
    RowEncoding shortResultForm) {
  public SqlExecutionOptions {
    requireNonNull(compression, "compression is null");
    requireNonNull(shortResultForm, "shortResultForm is null");
    if (rowsMax < 0 || pageRowsMax < 0 || creditPages < 1) {
      throw new IllegalArgumentException(
          "execution options are out of range: rowsMax="
              + rowsMax
              + " pageRowsMax="
              + pageRowsMax
              + " creditPages="
              + creditPages);
    }
  }

  /** Creates the options of a client that accepts batches only. */
  public SqlExecutionOptions(
      boolean beginsTransaction,
      long rowsMax,
      int pageRowsMax,
      int creditPages,
      Compression compression) {
    this(beginsTransaction, rowsMax, pageRowsMax, creditPages, compression, RowEncoding.BATCH);
  }
}
