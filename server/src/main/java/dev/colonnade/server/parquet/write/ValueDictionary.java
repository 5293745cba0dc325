package dev.colonnade.server.parquet.write;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** Dictionary of the distinct values of a column chunk, in plain encoding. One thread. */
final class ValueDictionary {
  /** Bytes of all values; more are not worth it. */
  static final int BYTES_MAX = 1 << 20;

  private static final int FIRST_SLOTS = 256;
  private static final int FREE = 0;
  private static final int GOLDEN_RATIO = 0x9e3779b9;
  private static final int HASH_FACTOR = 31;

  private final ByteBuf bytes = Unpooled.buffer();
  private int[] ends = new int[FIRST_SLOTS];
  private int size;

  /** Open addressing: the index plus one of the value in a slot. */
  private int[] slots = new int[FIRST_SLOTS];

  /** Returns the number of values. */
  int size() {
    return size;
  }

  /** Returns the values in plain encoding, to be read only. */
  ByteBuf bytes() {
    return bytes.duplicate();
  }

  boolean isFull() {
    return bytes.readableBytes() >= BYTES_MAX;
  }

  /** Returns the index of a value, which is added if it is new. */
  int indexOf(ByteBuf value) {
    int slot = find(value);
    if (slots[slot] != FREE) {
      return slots[slot] - 1;
    }
    bytes.writeBytes(value, value.readerIndex(), value.readableBytes());
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size++] = bytes.writerIndex();
    slots[slot] = size;
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  /** Appends a value in plain encoding. */
  void copy(int index, ByteBuf out) {
    out.writeBytes(bytes, start(index), lengthOf(index));
  }

  /** Returns the bytes of a value. */
  int lengthOf(int index) {
    return ends[index] - start(index);
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  private int find(ByteBuf value) {
    int mask = slots.length - 1;
    int slot = hash(value, value.readerIndex(), value.readableBytes()) & mask;
    while (slots[slot] != FREE && !isEqual(slots[slot] - 1, value)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private boolean isEqual(int index, ByteBuf value) {
    int length = lengthOf(index);
    return length == value.readableBytes()
        && ByteBufUtil.equals(bytes, start(index), value, value.readerIndex(), length);
  }

  private static int hash(ByteBuf buffer, int start, int length) {
    byte[] array = buffer.array();
    int from = buffer.arrayOffset() + start;
    int hash = length;
    for (int i = from; i < from + length; i++) {
      hash = HASH_FACTOR * hash + array[i];
    }
    int mixed = hash * GOLDEN_RATIO;
    return mixed ^ mixed >>> Short.SIZE;
  }

  private void grow() {
    int[] larger = new int[2 * slots.length];
    int mask = larger.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(bytes, start(i), lengthOf(i)) & mask;
      while (larger[slot] != FREE) {
        slot = slot + 1 & mask;
      }
      larger[slot] = i + 1;
    }
    slots = larger;
  }
}
