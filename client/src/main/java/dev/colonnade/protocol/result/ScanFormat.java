package dev.colonnade.protocol.result;

import dev.colonnade.protocol.WireCode;

/** Format of the rows in a result payload. */
public enum ScanFormat implements WireCode {
  /** The server selects one of the other formats by selected width and expected rows. */
  AUTO(0),
  /** Arrow record batches. */
  COL_BATCH(1),
  /** The stored pairs of whole rows, as defined by {@link KeyValuePageLayout}. */
  KEY_VALUES(2);

  private final int code;

  ScanFormat(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
