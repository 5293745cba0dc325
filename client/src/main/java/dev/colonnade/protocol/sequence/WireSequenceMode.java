package dev.colonnade.protocol.sequence;

import dev.colonnade.protocol.WireCode;

/** Guarantee of a sequence beyond the uniqueness of its values. */
public enum WireSequenceMode implements WireCode {
  /** No further guarantee: values may have gaps, and sessions may observe them in any order. */
  NORMAL(0),
  /** Values are returned in the order in which requests arrive at the server. */
  ORDERED(1),
  /** Values have no gaps; each value costs a commit. */
  GAPLESS(2);

  private final int code;

  WireSequenceMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
