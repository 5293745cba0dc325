package dev.colonnade.protocol.request;

import dev.colonnade.protocol.WireCode;

/** When a write is acknowledged. */
public enum Durability implements WireCode {
  /** As the server is configured. */
  SERVER_DEFAULT(0),
  /** After it is on disk. */
  SYNC(1),
  /** After it is applied; a crash of the machine may lose it. */
  RELAXED(2);

  private final int code;

  Durability(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
