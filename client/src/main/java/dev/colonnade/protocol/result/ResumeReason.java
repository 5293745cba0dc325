package dev.colonnade.protocol.result;

import dev.colonnade.protocol.WireCode;

/** Reason for which a page ended. */
public enum ResumeReason implements WireCode {
  /** The spans are exhausted: nothing follows. */
  END(0),
  /** The row limit of the scan is reached: nothing follows, though there may be more rows. */
  ROW_LIMIT(1),
  /** The page has reached its row limit. */
  PAGE_ROWS(2),
  /** The page has reached its limit of encoded bytes. */
  PAGE_ENCODED_BYTES(3),
  /** The page has reached its limit of scanned bytes. */
  PAGE_SCANNED_BYTES(4),
  /** A range ends here. */
  RANGE_END(5);

  private final int code;

  ResumeReason(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /** Returns whether a scan is complete after a page that ended for this reason. */
  public boolean isFinal() {
    return this == END || this == ROW_LIMIT;
  }
}
