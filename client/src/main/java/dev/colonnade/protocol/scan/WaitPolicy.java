package dev.colonnade.protocol.scan;

import dev.colonnade.protocol.WireCode;

/** Behavior of a locking read at a row that another transaction has locked. */
public enum WaitPolicy implements WireCode {
  BLOCK(0),
  NOWAIT(1),
  SKIP_LOCKED(2);

  private final int code;

  WaitPolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
