package dev.colonnade.protocol.response;

import dev.colonnade.protocol.ResponseType;

/**
 * Commit of a write.
 *
 * @param commitTimestamp the version of every row that the write changed; 0 in a transaction, which
 *     commits later
 */
public record WriteOk(
    long commitTimestamp, long insertedCount, long updatedCount, long deletedCount)
    implements Response {
  public WriteOk {
    if (insertedCount < 0 || updatedCount < 0 || deletedCount < 0) {
      throw new IllegalArgumentException(
          "counts are below 0: insertedCount="
              + insertedCount
              + " updatedCount="
              + updatedCount
              + " deletedCount="
              + deletedCount);
    }
  }

  @Override
  public ResponseType type() {
    return ResponseType.WRITE_OK;
  }
}
