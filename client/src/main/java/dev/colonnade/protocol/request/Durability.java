package dev.colonnade.protocol.request;

import dev.colonnade.protocol.WireCode;

/** Durability that a write has when it is acknowledged. */
public enum Durability implements WireCode {
  /** The durability that the server is configured with. */
  SERVER_DEFAULT(0),
  /** The write is synced to disk. */
  SYNC(1),
  /** The write is applied; a crash of the machine may lose it. */
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
