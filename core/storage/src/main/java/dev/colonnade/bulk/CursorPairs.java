package dev.colonnade.bulk;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.VersionCursor;

/** Visible pairs of a cursor, with another prefix of their keys. One thread. */
final class CursorPairs implements PairSource {
  private final VersionCursor cursor;
  private final byte[] prefix;
  private byte[] buffer = new byte[1 << 12];
  private boolean isStarted;

  /**
   * Creates the pairs.
   *
   * @param cursor at the first pair; not closed
   * @param prefix first bytes of the keys, instead of as many of their own
   */
  CursorPairs(VersionCursor cursor, byte[] prefix) {
    this.cursor = cursor;
    this.prefix = prefix.clone();
  }

  @Override
  public boolean next() {
    boolean hasPair = isStarted ? cursor.next() : cursor.valid();
    isStarted = true;
    if (!hasPair) {
      return false;
    }
    int length = Math.addExact(keyLength(), valueLength());
    if (buffer.length < length) {
      buffer = new byte[Math.max(length, 2 * buffer.length)];
    }
    NativeMemory.copy(cursor.keyAddress(), buffer, 0, keyLength());
    System.arraycopy(prefix, 0, buffer, 0, prefix.length);
    NativeMemory.copy(cursor.valueAddress(), buffer, keyLength(), valueLength());
    return true;
  }

  @Override
  public byte[] bytes() {
    return buffer;
  }

  @Override
  public int keyOffset() {
    return 0;
  }

  @Override
  public int keyLength() {
    return cursor.keyLength();
  }

  @Override
  public int valueLength() {
    return cursor.valueLength();
  }

  @Override
  public void close() {}
}
