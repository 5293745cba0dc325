package dev.colonnade.protocol.filter;

import dev.colonnade.protocol.WireCode;

/** Comparison operator between a column and a literal. */
public enum CompareOp implements WireCode {
  EQ(1),
  NE(2),
  LT(3),
  LE(4),
  GT(5),
  GE(6);

  private final int code;

  CompareOp(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
