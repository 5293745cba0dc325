package dev.colonnade.protocol.session;

import dev.colonnade.protocol.WireCode;

/** Transaction state of a session after a request. */
public enum WireTransactionState implements WireCode {
  /** Not in a transaction block. */
  IDLE(0),
  /** In a transaction block. */
  ACTIVE(1),
  /** In a transaction block that has failed and can only be rolled back. */
  FAILED(2);

  private final int code;

  WireTransactionState(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
