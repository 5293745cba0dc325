package dev.colonnade.scan.page;

import dev.colonnade.scan.row.RowReader;

/**
 * Collects rows into pages, one after the other, in one of the formats. Not safe for use by several
 * threads.
 */
public sealed interface PageBuilder extends AutoCloseable
    permits ColumnPageBuilder, KeyValuePageBuilder {
  /** Whether the rows' keys must be shown because they are written. */
  boolean needsKey();

  /**
   * Whether the page would have at most {@code encodedBytesMax} bytes with the reader's present row
   * in it.
   */
  boolean fits(RowReader reader, long encodedBytesMax);

  /** Adds the reader's present row. After an error the page is lost. */
  void append(RowReader reader);

  /** Rows in the page so far. */
  int rowCount();

  /**
   * Hands the page over and begins an empty one.
   *
   * @param ending makes the end of the page, given its encoded bytes
   */
  ScanPage finish(Ending ending);

  /** Makes the end of a page when its size is known. */
  @FunctionalInterface
  interface Ending {
    PageEnd of(long encodedBytes);
  }

  /** Drops the rows of the page and frees its memory. Closing twice is harmless. */
  @Override
  void close();
}
