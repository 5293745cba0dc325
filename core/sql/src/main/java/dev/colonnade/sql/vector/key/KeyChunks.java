package dev.colonnade.sql.vector.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes of many keys, in chunks that grow up to a size; a key lies within one chunk. An address is
 * the index of the chunk and the offset in it. The keys need no lengths, because none is a prefix
 * of another.
 */
final class KeyChunks {
  private static final int CHUNK_BYTES_MIN = 512;
  private static final int CHUNK_BYTES_MAX = 1 << 20;

  private final List<byte[]> chunks = new ArrayList<>();
  private byte[] last = new byte[0];
  private int lastLength;
  private long memoryBytes;

  long memoryBytes() {
    return memoryBytes;
  }

  /** Adds a key; returns its address. */
  long add(byte[] key, int length) {
    if (length > last.length - lastLength || chunks.isEmpty()) {
      int size = Math.clamp(last.length * 2L, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
      last = new byte[Math.max(size, length)];
      lastLength = 0;
      chunks.add(last);
      memoryBytes += last.length;
    }
    System.arraycopy(key, 0, last, lastLength, length);
    long address = (long) (chunks.size() - 1) << Integer.SIZE | lastLength;
    lastLength += length;
    return address;
  }

  /** Returns whether the key at an address is {@code key}. */
  boolean isAt(long address, byte[] key, int length) {
    byte[] chunk = chunks.get((int) (address >>> Integer.SIZE));
    int start = (int) address;
    return length <= chunk.length - start
        && Arrays.equals(chunk, start, start + length, key, 0, length);
  }

  void clear() {
    chunks.clear();
    last = new byte[0];
    lastLength = 0;
    memoryBytes = 0;
  }
}
