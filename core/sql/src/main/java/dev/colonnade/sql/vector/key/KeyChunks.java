package dev.colonnade.sql.vector.key;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keys of a table one behind the other, in chunks that grow up to a size. An entry lies within one
 * chunk; a key that is longer has a chunk of its own.
 *
 * <pre>
 *   entry    0        8        12       16                16 + length
 *            +--------+--------+--------+-- ... ----------+
 *            | hash   | number | length | key             |
 *            | i64    | i32    | i32    |                 |
 *            +--------+--------+--------+-- ... ----------+
 *
 *   address  39                20 19                     0
 *            +------------------+------------------------+
 *            | chunk            | offset in the chunk    |
 *            +------------------+------------------------+
 * </pre>
 */
final class KeyChunks {
  /** Bits of an address. */
  static final int ADDRESS_BITS = 40;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final int OFFSET_BITS = 20;
  private static final int CHUNKS_MAX = 1 << (ADDRESS_BITS - OFFSET_BITS);
  private static final int CHUNK_BYTES_MIN = 512;
  private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

  /**
   * The most bytes of a chunk: with the header of the array no more than the smallest region of G1,
   * which gives a large array regions of its own. One byte more would waste a whole region.
   */
  private static final int CHUNK_BYTES_MAX = (1 << OFFSET_BITS) - 64;

  private static final int NUMBER_OFFSET = 8;
  private static final int LENGTH_OFFSET = 12;

  /** Bytes of an entry in front of the key. */
  static final int KEY_OFFSET = 16;

  private static final int KEY_BYTES_MAX = Integer.MAX_VALUE - 8 - KEY_OFFSET;

  private byte[][] chunks = new byte[4][];
  private int[] lengths = new int[4];
  private int chunkCount;
  private long memoryBytes;

  /** Consumer of entries. */
  interface EntryConsumer {
    void accept(long address, long hash);
  }

  long memoryBytes() {
    return memoryBytes;
  }

  /** Adds a key; returns its address. */
  long add(long hash, int number, byte[] bytes, int from, int length) {
    if (length > KEY_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "key is too long: bytes=%d max=%d".formatted(length, KEY_BYTES_MAX));
    }
    int entryBytes = KEY_OFFSET + length;
    int last = chunkCount - 1;
    if (last < 0 || entryBytes > chunks[last].length - lengths[last]) {
      addChunk(entryBytes);
      last++;
    }
    byte[] chunk = chunks[last];
    int start = lengths[last];
    LONGS.set(chunk, start, hash);
    INTS.set(chunk, start + NUMBER_OFFSET, number);
    INTS.set(chunk, start + LENGTH_OFFSET, length);
    System.arraycopy(bytes, from, chunk, start + KEY_OFFSET, length);
    lengths[last] = start + entryBytes;
    return ((long) last << OFFSET_BITS) | start;
  }

  private void addChunk(int entryBytes) {
    if (chunkCount == CHUNKS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "hash table has too many bytes: max=" + memoryBytes);
    }
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunkCount * 2);
      lengths = Arrays.copyOf(lengths, chunkCount * 2);
    }
    int previous = chunkCount == 0 ? 0 : chunks[chunkCount - 1].length;
    int size = Math.clamp(previous * 2L, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
    chunks[chunkCount] = new byte[Math.max(size, entryBytes)];
    lengths[chunkCount] = 0;
    memoryBytes += chunks[chunkCount].length;
    chunkCount++;
  }

  /** Returns the length of the key at an address. */
  int length(long address) {
    byte[] chunk = chunks[(int) (address >>> OFFSET_BITS)];
    return (int) INTS.get(chunk, ((int) address & OFFSET_MASK) + LENGTH_OFFSET);
  }

  /** Returns whether the key at an address has these bytes. */
  boolean isAt(long address, byte[] bytes, int from, int length) {
    byte[] chunk = chunks[(int) (address >>> OFFSET_BITS)];
    int start = (int) address & OFFSET_MASK;
    int keyStart = start + KEY_OFFSET;
    return (int) INTS.get(chunk, start + LENGTH_OFFSET) == length
        && Arrays.equals(chunk, keyStart, keyStart + length, bytes, from, from + length);
  }

  /** Returns the number of the key at an address. */
  int number(long address) {
    byte[] chunk = chunks[(int) (address >>> OFFSET_BITS)];
    return (int) INTS.get(chunk, ((int) address & OFFSET_MASK) + NUMBER_OFFSET);
  }

  /** Passes all entries in order of their numbers. */
  void forEach(EntryConsumer consumer) {
    for (int chunk = 0; chunk < chunkCount; chunk++) {
      int start = 0;
      while (start < lengths[chunk]) {
        consumer.accept(
            ((long) chunk << OFFSET_BITS) | start, (long) LONGS.get(chunks[chunk], start));
        start += KEY_OFFSET + (int) INTS.get(chunks[chunk], start + LENGTH_OFFSET);
      }
    }
  }

  void clear() {
    chunks = new byte[4][];
    lengths = new int[4];
    chunkCount = 0;
    memoryBytes = 0;
  }
}
