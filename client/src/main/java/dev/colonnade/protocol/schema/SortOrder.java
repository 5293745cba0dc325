package dev.colonnade.protocol.schema;

import dev.colonnade.protocol.WireCode;

/** Sort order of a key column. */
public enum SortOrder implements WireCode {
  ASCENDING(0),
  DESCENDING(1);

  private final int code;

  SortOrder(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
