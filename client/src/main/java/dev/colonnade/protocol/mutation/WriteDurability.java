package dev.colonnade.protocol.mutation;

import dev.colonnade.protocol.WireCode;

/** Durability that a write has when it is acknowledged. */
public enum WriteDurability implements WireCode {
  /** The durability that the server is configured with. */
  SERVER_DEFAULT(0),
  /** The write is synced to disk. */
  SYNC(1),
  /** The write is applied; a crash of the machine may lose it. */
  RELAXED(2);

  private final int code;

  WriteDurability(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
