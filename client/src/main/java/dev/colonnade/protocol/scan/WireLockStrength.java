package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/** Strength of the row lock that a read acquires on the rows it returns. */
public enum WireLockStrength implements WireCode {
  NONE(0),
  SHARE(1),
  NO_KEY_UPDATE(2),
  UPDATE(3);

  private final int code;

  WireLockStrength(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
