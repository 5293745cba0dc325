package dev.colonnade.protocol.sequence;

import dev.colonnade.protocol.WireCode;

/** Integer type of the values of a sequence. */
public enum SequenceType implements WireCode {
  SMALLINT(1),
  INTEGER(2),
  BIGINT(3);

  private final int code;

  SequenceType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
