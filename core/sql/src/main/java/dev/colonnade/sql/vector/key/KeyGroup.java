package dev.colonnade.sql.vector.key;

import dev.colonnade.sql.vector.VectorBatch;

/** Keys of some consecutive rows, which an encoder holds one behind the other. */
final class KeyGroup {
  private static final int ROWS_MAX = 512;
  private static final int BYTES_MAX = 1 << 20;

  private int[] starts = new int[0];
  private long[] hashes = new long[0];
  private long[] scratch = new long[0];
  private boolean[] isComplete = new boolean[0];

  /**
   * Encodes rows from {@code from} on, at least one. Returns the row after the last. Keys are at
   * {@link #start} in the bytes of the encoder until it encodes again.
   */
  int encode(KeyEncoder encoder, VectorBatch batch, int from) {
    int end = Math.min(batch.rowCount(), from + ROWS_MAX);
    if (hashes.length < end - from) {
      starts = new int[end - from + 1];
      hashes = new long[end - from];
      scratch = new long[end - from];
      isComplete = new boolean[end - from];
    }
    encoder.clear();
    int row = from;
    while (row < end && encoder.length() < BYTES_MAX) {
      int i = row - from;
      starts[i] = encoder.length();
      isComplete[i] = encoder.append(batch, row);
      hashes[i] = encoder.hashFrom(starts[i]);
      row++;
    }
    starts[row - from] = encoder.length();
    return row;
  }

  boolean isComplete(int index) {
    return isComplete[index];
  }

  long hash(int index) {
    return hashes[index];
  }

  int start(int index) {
    return starts[index];
  }

  int length(int index) {
    return starts[index + 1] - starts[index];
  }

  /** Returns an array with an element for each row, whose content means nothing. */
  long[] scratch() {
    return scratch;
  }
}
