package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.scan.Compression;

/**
 * How a statement is to run and its rows are to come.
 *
 * @param begins whether a transaction block begins with this statement if none is open
 * @param rowsMax rows after which the result ends; 0 for all
 * @param pageRowsMax rows after which a page ends; 0 for as many as the server likes
 * @param creditPages pages that may be sent before more credit comes; the last one needs none
 * @param fewRows the form that a result may have if it is short; a long one is of batches
 */
public record SqlTerms(
    boolean begins,
    long rowsMax,
    int pageRowsMax,
    int creditPages,
    Compression compression,
    RowForm fewRows) {
  public SqlTerms {
    requireNonNull(compression, "compression is null");
    requireNonNull(fewRows, "fewRows is null");
    if (rowsMax < 0 || pageRowsMax < 0 || creditPages < 1) {
      throw new IllegalArgumentException(
          "terms are out of range: rowsMax="
              + rowsMax
              + " pageRowsMax="
              + pageRowsMax
              + " creditPages="
              + creditPages);
    }
  }

  /** Terms of who takes batches only. */
  public SqlTerms(
      boolean begins, long rowsMax, int pageRowsMax, int creditPages, Compression compression) {
    this(begins, rowsMax, pageRowsMax, creditPages, compression, RowForm.BATCH);
  }
}
