package dev.colonnade.store.rocks.batch;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Batch encoded into an array in RocksDB's serialized form ({@link WriteBatchLayout}), so that it
 * is passed to native code once, when it is written, and not once per change.
 */
public final class RocksBatch implements Batch {
  /** Upper bound of all keys: greater than every valid key. */
  public static final byte[] ABOVE_ALL_KEYS = aboveAllKeys();

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int CAPACITY_BYTES_INITIAL = 1024;
  private static final int CAPACITY_BYTES_RETAINED_MAX = 1024 * 1024;

  private final ColumnFamilyIds families;
  private byte[] buffer = new byte[CAPACITY_BYTES_INITIAL];
  private int end = WriteBatchLayout.HEADER_BYTES;
  private int count;

  public RocksBatch(ColumnFamilyIds families) {
    this.families = families;
  }

  private static byte[] aboveAllKeys() {
    byte[] bytes = new byte[Store.KEY_BYTES_MAX + 1];
    Arrays.fill(bytes, (byte) 0xFF);
    return bytes;
  }

  @Override
  public void put(Space space, byte[] key, byte[] value) {
    begin(WriteBatchLayout.TAG_PUT, space, key.length, value.length);
    append(key);
    append(value);
  }

  @Override
  public void put(Space space, MemorySegment key, MemorySegment value) {
    begin(WriteBatchLayout.TAG_PUT, space, key.byteSize(), value.byteSize());
    append(key);
    append(value);
  }

  @Override
  public void delete(Space space, byte[] key) {
    begin(WriteBatchLayout.TAG_DELETE, space, key.length, 0);
    append(key);
  }

  @Override
  public void deleteRange(Space space, KeySpan span) {
    if (span.isEmpty()) {
      return;
    }
    byte[] from = span.start().bytes();
    byte[] to = endBytes(span.end());
    begin(WriteBatchLayout.TAG_DELETE_RANGE, space, from.length, to.length);
    append(from);
    append(to);
  }

  /** Returns the bytes of a span's end; for infinity, bytes above every valid key. */
  public static byte[] endBytes(Key end) {
    return end.isInfinity() ? ABOVE_ALL_KEYS : end.bytes();
  }

  @Override
  public void reserve(int moreCount, long moreBytes) {
    long needed = end + moreBytes + (1 + 3L * WriteBatchLayout.VARINT32_BYTES_MAX) * moreCount;
    if (needed > buffer.length && needed <= BYTES_MAX) {
      buffer = Arrays.copyOf(buffer, (int) needed);
    }
  }

  @Override
  public long byteSize() {
    return end;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public void clear() {
    if (buffer.length > CAPACITY_BYTES_RETAINED_MAX) {
      buffer = new byte[CAPACITY_BYTES_INITIAL];
    }
    end = WriteBatchLayout.HEADER_BYTES;
    count = 0;
  }

  @Override
  public void close() {
    clear();
  }

  /** Returns whether the batch was created for a store with these column families. */
  public boolean isFor(ColumnFamilyIds other) {
    return families.equals(other);
  }

  /** Returns the size of the buffer in bytes. */
  public int capacityBytes() {
    return buffer.length;
  }

  /** Returns a copy of the serialized batch. */
  public byte[] serialized() {
    INT.set(buffer, WriteBatchLayout.COUNT_OFFSET, count);
    return Arrays.copyOf(buffer, end);
  }

  private void begin(byte tag, Space space, long firstBytes, long secondBytes) {
    requireNonNull(space, "space is null");
    if (firstBytes > Store.KEY_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "key too long keyBytes=" + firstBytes + " max=" + Store.KEY_BYTES_MAX);
    }
    makeSpace(1 + 3L * WriteBatchLayout.VARINT32_BYTES_MAX + firstBytes + secondBytes);
    buffer[end++] = tag;
    appendVarint(families.id(space));
    count++;
  }

  private void makeSpace(long moreBytes) {
    long needed = end + moreBytes;
    if (needed > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "batch too large batchBytes=" + needed + " max=" + BYTES_MAX);
    }
    if (needed > buffer.length) {
      buffer =
          Arrays.copyOf(buffer, (int) Math.min(BYTES_MAX, Math.max(needed, 2L * buffer.length)));
    }
  }

  private void append(byte[] bytes) {
    appendVarint(bytes.length);
    System.arraycopy(bytes, 0, buffer, end, bytes.length);
    end += bytes.length;
  }

  private void append(MemorySegment bytes) {
    int length = (int) bytes.byteSize();
    appendVarint(length);
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, buffer, end, length);
    end += length;
  }

  private void appendVarint(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      buffer[end++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[end++] = (byte) rest;
  }
}
