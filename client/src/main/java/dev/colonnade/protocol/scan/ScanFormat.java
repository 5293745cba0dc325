package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/** The form in which rows travel. */
public enum ScanFormat implements WireCode {
  /** The server picks one of the others by selected width and expected rows. */
  AUTO(0),
  /** Arrow record batches. */
  COL_BATCH(1),
  /** The stored pairs of whole rows, as {@link KeyValueLayout} draws them. */
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
