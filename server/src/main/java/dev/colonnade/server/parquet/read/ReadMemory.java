package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.ParquetErrors;

/** Memory of the pages, dictionaries and rows of a reader. One thread. */
final class ReadMemory {
  private final long bytesMax;
  private long bytes;
  private long rowBytes;

  ReadMemory(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /**
   * Reserves memory before it is allocated.
   *
   * @throws dev.colonnade.error.ColonnadeException LIMIT_EXCEEDED if it would be too much
   */
  void reserve(long more) {
    if (more > bytesMax - bytes) {
      throw ParquetErrors.tooLarge(
          "its pages need too much memory, write smaller pages or row groups: bytesMax="
              + bytesMax);
    }
    bytes += more;
  }

  void release(long less) {
    bytes -= less;
    assert bytes >= 0 : "bytes=" + bytes;
  }

  /** Adds the bytes of a value of the rows that are collected. */
  void addToRows(int more) {
    rowBytes += more;
  }

  /** Returns the bytes of the values since the last call of {@link #beginRows}. */
  long rowBytes() {
    return rowBytes;
  }

  void beginRows() {
    rowBytes = 0;
  }
}
