package dev.colonnade.protocol.request;

import dev.colonnade.protocol.WireCode;

/** What of a session is to be forgotten. */
public enum DiscardTarget implements WireCode {
  /** What it knows of sequences: its current values, its blocks. Its settings stay. */
  SEQUENCES(1),
  /** Everything: it is as if it were new. */
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
