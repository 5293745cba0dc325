package dev.colonnade.server.sql;

/** Receiver of the columns of a record batch, each with its buffers in the order of Arrow. */
public interface ArrowBatchReceiver {
  /**
   * Begins a column.
   *
   * @param nullCount number of NULLs
   * @param hasNaN whether a value of a decimal is NaN, which Arrow cannot represent: it is the
   *     greatest integer
   */
  void column(int nullCount, boolean hasNaN);

  /** Adds a buffer of the current column: the first {@code byteCount} bytes of an array. */
  void buffer(byte[] bytes, int byteCount);
}
