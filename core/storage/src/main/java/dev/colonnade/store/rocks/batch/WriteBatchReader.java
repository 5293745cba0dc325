package dev.colonnade.store.rocks.batch;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Space;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reader of a serialized batch ({@link WriteBatchLayout}): verifies its structure, and reports its
 * changes. A damaged batch is STORE_CORRUPT and never read beyond its end.
 */
public final class WriteBatchReader {
  private final ColumnFamilyIds families;
  private final byte[] bytes;
  private int position = WriteBatchLayout.HEADER_BYTES;

  private WriteBatchReader(byte[] bytes, ColumnFamilyIds families) {
    this.bytes = bytes;
    this.families = families;
  }

  /** Visitor of the changes of a batch, in their order. */
  public interface Visitor {
    void put(Space space, Key key, byte[] value);

    void delete(Space space, Key key);

    void deleteRange(Space space, KeySpan span);
  }

  /** Reports all changes of a batch. */
  public static void read(byte[] bytes, ColumnFamilyIds families, Visitor visitor) {
    if (bytes.length < WriteBatchLayout.HEADER_BYTES) {
      throw corrupt("shorter than its header", bytes.length);
    }
    new WriteBatchReader(bytes, families).read(visitor);
  }

  private void read(Visitor visitor) {
    int count =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(WriteBatchLayout.COUNT_OFFSET);
    int found = 0;
    for (; position < bytes.length; found++) {
      readRecord(visitor);
    }
    if (found != count) {
      throw corrupt("count=" + count + " found=" + found, position);
    }
  }

  private void readRecord(Visitor visitor) {
    int tag = bytes[position++];
    Space space = space(varint());
    Key key = Key.wrap(slice());
    switch (tag) {
      case WriteBatchLayout.TAG_PUT -> visitor.put(space, key, slice());
      case WriteBatchLayout.TAG_DELETE -> visitor.delete(space, key);
      case WriteBatchLayout.TAG_DELETE_RANGE -> visitor.deleteRange(space, span(key, slice()));
      default -> throw corrupt("tag=" + tag, position);
    }
  }

  private static KeySpan span(Key start, byte[] end) {
    return new KeySpan(
        start, Arrays.equals(end, RocksBatch.ABOVE_ALL_KEYS) ? Key.INFINITY : Key.wrap(end));
  }

  private Space space(int id) {
    for (Space space : Space.values()) {
      if (families.id(space) == id) {
        return space;
      }
    }
    throw corrupt("column family=" + id, position);
  }

  private byte[] slice() {
    int length = varint();
    if (length < 0 || length > bytes.length - position) {
      throw corrupt("length=" + length, position);
    }
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  private int varint() {
    int value = 0;
    for (int shift = 0; shift < 7 * WriteBatchLayout.VARINT32_BYTES_MAX; shift += 7) {
      if (position == bytes.length) {
        throw corrupt("truncated number", position);
      }
      byte next = bytes[position++];
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw corrupt("number of more than five bytes", position);
  }

  private static ColonnadeException corrupt(String problem, int position) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "damaged batch: " + problem + " position=" + position);
  }
}
