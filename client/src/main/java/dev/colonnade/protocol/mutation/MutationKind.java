package dev.colonnade.protocol.mutation;

import dev.colonnade.protocol.WireCode;

/** Effect of a mutation on the row of its key. */
public enum MutationKind implements WireCode {
  /** Fails if the row exists. Unspecified columns have their default. */
  INSERT(1),
  /** Replaces the row, or creates it. Unspecified columns have their default. */
  UPSERT(2),
  /** Changes the specified columns of an existing row, and has no effect if there is none. */
  UPDATE(3),
  /** Deletes the row, and has no effect if there is none. */
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
