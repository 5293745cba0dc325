package dev.colonnade.scan.page;

/** Reason for the end of a page. */
public enum StopReason {
  /** All rows of the spans were scanned. */
  EXHAUSTED,
  /** One partition of a parallel scan was scanned to its end; other partitions remain. */
  PARTITION_EXHAUSTED,
  /** The row limit of the scan is reached. */
  ROW_LIMIT,
  /** The row limit of the page is reached. */
  PAGE_ROWS,
  /** The next row would exceed the page's limit of encoded bytes. */
  ENCODED_BYTES,
  /** The page's limit of scanned bytes is reached. */
  SCANNED_BYTES
}
