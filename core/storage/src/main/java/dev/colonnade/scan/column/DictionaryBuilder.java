package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import java.util.Arrays;

/**
 * Builder of the {@linkplain TextDictionary dictionary} of one column of variable width. Reusable;
 * not thread-safe. The column's memory must be valid until {@link #write}.
 */
final class DictionaryBuilder {
  private static final int SLOTS = 1024;
  private static final int VALUE_BYTES_MAX = 16 * 1024;
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  private final short[] slots = new short[SLOTS];
  private final long[] addresses = new long[TextDictionary.ENTRIES_MAX];
  private final int[] offsets = new int[TextDictionary.ENTRIES_MAX + 1];
  private byte[] codes = new byte[0];
  private int entryCount;

  /**
   * Codes the first {@code rowCount} rows of a column. Returns false if the column has too many
   * values, or would not become smaller.
   */
  boolean code(ColumnVector column, int rowCount) {
    Arrays.fill(slots, (short) -1);
    entryCount = 0;
    codes = codes.length < rowCount ? new byte[rowCount] : codes;
    if (column.validity() != ColumnVector.NO_ADDRESS) {
      offsets[++entryCount] = 0; // the entry of NULL, to which no slot refers
    }
    int start = NativeMemory.getInt(column.values());
    int first = start;
    for (int row = 0; row < rowCount; row++) {
      int end = NativeMemory.getInt(column.values() + 4L * (row + 1L));
      int code = column.isNull(row) ? 0 : codeOf(column.bytes() + start, end - start);
      if (code < 0) {
        return false;
      }
      codes[row] = (byte) code;
      start = end;
    }
    return bytesNeeded(rowCount) < Integer.BYTES * (rowCount + 1L) + start - first;
  }

  private int codeOf(long address, int length) {
    int slot = hash(address, length) & (SLOTS - 1);
    while (slots[slot] >= 0) {
      int code = slots[slot];
      if (offsets[code + 1] - offsets[code] == length
          && NativeMemory.mismatch(addresses[code], address, length) < 0) {
        return code;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    return add(slot, address, length);
  }

  private int add(int slot, long address, int length) {
    int used = offsets[entryCount];
    if (entryCount == TextDictionary.ENTRIES_MAX || used + (long) length > VALUE_BYTES_MAX) {
      return -1;
    }
    slots[slot] = (short) entryCount;
    addresses[entryCount] = address;
    offsets[++entryCount] = used + length;
    return entryCount - 1;
  }

  private static int hash(long address, int length) {
    long hash = length;
    if (length >= Long.BYTES) {
      hash += NativeMemory.getLong(address) * HASH_FACTOR;
      hash = Long.rotateLeft(hash, 29) + NativeMemory.getLong(address + length - Long.BYTES);
    } else {
      for (int i = 0; i < length; i++) {
        hash = hash << 8 ^ NativeMemory.getByte(address + i) ^ hash >>> 56;
      }
    }
    return (int) ((hash * HASH_FACTOR) >>> 40);
  }

  /** Returns the bytes of the codes and the dictionary of the last column. */
  long bytesNeeded(int rowCount) {
    return alignedCodes(rowCount)
        + TextDictionary.bytesNeeded(entryCount, offsets[entryCount], rowCount);
  }

  private static long alignedCodes(int rowCount) {
    return (rowCount + 7L) & -8L;
  }

  /** Writes the codes and the dictionary of the last column; returns their vector. */
  ColumnVector write(long validity, int rowCount, long to) {
    NativeMemory.copy(codes, 0, to, rowCount);
    long dictionary = to + alignedCodes(rowCount);
    TextDictionary.write(dictionary, offsets, entryCount, addresses);
    TextDictionary.writeSums(dictionary, codes, rowCount);
    return new ColumnVector(validity, to, dictionary, ColumnVector.Form.CODED, null);
  }
}
