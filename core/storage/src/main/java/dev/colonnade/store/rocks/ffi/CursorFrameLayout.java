package dev.colonnade.store.rocks.ffi;

/**
 * Byte layout of the native memory of a cursor:
 *
 * <pre>
 *   0          8            16             24
 *   +----------+------------+--------------+---------------------------+
 *   | iterator | key length | value length | target of a seek ...      |
 *   +----------+------------+--------------+---------------------------+
 * </pre>
 *
 * <p>The first field is a {@code rocksdb_iterator_t}: a pointer to the C++ iterator. The lengths
 * are {@code size_t} in the machine's byte order, written by RocksDB.
 */
public final class CursorFrameLayout {
  public static final int ITERATOR_OFFSET = 0;
  public static final int KEY_LENGTH_OFFSET = 8;
  public static final int VALUE_LENGTH_OFFSET = 16;
  public static final int TARGET_OFFSET = 24;
  static final int FRAME_BYTES = 1024;
  public static final int TARGET_BYTES_MAX = FRAME_BYTES - TARGET_OFFSET;

  private CursorFrameLayout() {}
}
