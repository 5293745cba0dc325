package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/** Direction in which a scan reads its index. */
public enum ScanDirection implements WireCode {
  FORWARD(0),
  REVERSE(1);

  private final int code;

  ScanDirection(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
