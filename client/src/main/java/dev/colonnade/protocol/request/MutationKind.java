package dev.colonnade.protocol.request;

import dev.colonnade.protocol.WireCode;

/** What a mutation does to the row of its key. */
public enum MutationKind implements WireCode {
  /** Fails if the row exists. Columns not given take their default. */
  INSERT(1),
  /** Replaces the row, or creates it. Columns not given take their default. */
  UPSERT(2),
  /** Changes the given columns of a row that exists, and does nothing where it does not. */
  UPDATE(3),
  /** Deletes the row, and does nothing where there is none. */
  DELETE(4);

  private final int code;

  MutationKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
