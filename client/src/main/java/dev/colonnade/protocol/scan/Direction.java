package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/** Direction in which a scan reads its index. */
public enum Direction implements WireCode {
  FORWARD(0),
  REVERSE(1);

  private final int code;

  Direction(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
