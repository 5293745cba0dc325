package dev.colonnade.protocol.sequence;

import dev.colonnade.protocol.WireCode;

/** What a sequence promises beyond never giving a value twice. */
public enum SequenceMode implements WireCode {
  /** Nothing: there are gaps, and sessions may see values in any order. */
  NORMAL(0),
  /** Values are given in the order in which requests arrive at the server. */
  ORDERED(1),
  /** There are no gaps; each value costs a commit. */
  GAPLESS(2);

  private final int code;

  SequenceMode(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
