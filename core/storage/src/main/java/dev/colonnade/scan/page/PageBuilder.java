package dev.colonnade.scan.page;

import dev.colonnade.scan.row.RowReader;

/** Builder of pages, one after the other, in one of the page formats. Not thread-safe. */
public sealed interface PageBuilder extends AutoCloseable
    permits ColumnPageBuilder, KeyValuePageBuilder {
  /**
   * Returns whether rows must be appended with their key decoded, because the projection has key
   * columns.
   */
  boolean needsKey();

  /**
   * Returns whether the page would have at most {@code encodedBytesMax} bytes with the reader's
   * current row.
   */
  boolean fits(RowReader reader, long encodedBytesMax);

  /** Adds the reader's current row. After an error the page is lost. */
  void append(RowReader reader);

  /** Returns the rows in the page so far. */
  int rowCount();

  /**
   * Returns the page, which the caller owns, and starts an empty one.
   *
   * @param ending creates the end of the page from its encoded bytes
   */
  ScanPage finish(Ending ending);

  /** Factory of a page's end, called when its encoded size is known. */
  @FunctionalInterface
  interface Ending {
    PageEnd of(long encodedBytes);
  }

  /** Discards the rows of the page and frees its memory. Idempotent. */
  @Override
  void close();
}
