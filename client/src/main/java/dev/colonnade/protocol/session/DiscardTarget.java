package dev.colonnade.protocol.session;

import dev.colonnade.protocol.WireCode;

/** Part of the session state that a {@code DISCARD} resets. */
public enum DiscardTarget implements WireCode {
  /** Sequence state: current values and reserved blocks. Settings remain. */
  SEQUENCES(1),
  /** All session state. */
  ALL(2);

  private final int code;

  DiscardTarget(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
