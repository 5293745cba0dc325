package dev.colonnade.scan.page;

/** Why a page has no more rows. */
public enum StopReason {
  /** Everything in the spans was seen. */
  EXHAUSTED,
  /** One of the pieces that are scanned at the same time was seen to its end; others are left. */
  PIECE_EXHAUSTED,
  /** The scan has as many rows as it may have in all. */
  ROW_LIMIT,
  /** The page has as many rows as it may have. */
  PAGE_ROWS,
  /** The next row would make the page larger than it may be. */
  ENCODED_BYTES,
  /** As many bytes were scanned for the page as may be. */
  SCANNED_BYTES
}
