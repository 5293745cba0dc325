package dev.colonnade.store.rocks;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.rocksdb.RocksIterator;

/** Cursor that uses RocksJava alone: copies key and value into direct buffers. */
final class RocksJavaCursor implements Cursor {
  private static final int BUFFER_BYTES_INITIAL = 1024;

  private final CursorResources parts;
  private final RocksIterator iterator;
  private final CopiedBytes key;
  private final CopiedBytes value;
  private boolean closed;

  RocksJavaCursor(CursorResources parts) {
    this.parts = parts;
    this.iterator = parts.iterator();
    this.key = new CopiedBytes(iterator::key);
    this.value = new CopiedBytes(iterator::value);
  }

  @Override
  public boolean seekToFirst() {
    requireOpen();
    iterator.seekToFirst();
    return moved();
  }

  @Override
  public boolean seekToLast() {
    requireOpen();
    iterator.seekToLast();
    return moved();
  }

  @Override
  public boolean seek(byte[] target, int length) {
    requireOpen();
    iterator.seek(Arrays.copyOf(target, length));
    return moved();
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    return seek(NativeMemory.bytes(targetAddress, targetLength), targetLength);
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    requireOpen();
    iterator.seekForPrev(Arrays.copyOf(target, length));
    return moved();
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    return seekForPrev(NativeMemory.bytes(targetAddress, targetLength), targetLength);
  }

  @Override
  public boolean next() {
    requireValid();
    iterator.next();
    return moved();
  }

  @Override
  public boolean prev() {
    requireValid();
    iterator.prev();
    return moved();
  }

  private boolean moved() {
    key.invalidate();
    value.invalidate();
    return iterator.isValid();
  }

  @Override
  public boolean valid() {
    return !closed && iterator.isValid();
  }

  @Override
  public long keyAddress() {
    requireValid();
    return key.address();
  }

  @Override
  public int keyLength() {
    requireValid();
    return key.length();
  }

  @Override
  public long valueAddress() {
    requireValid();
    return value.address();
  }

  @Override
  public int valueLength() {
    requireValid();
    return value.length();
  }

  @Override
  public void checkStatus() {
    requireOpen();
    parts.checkStatus();
  }

  private void requireValid() {
    requireOpen();
    if (!iterator.isValid()) {
      throw new IllegalStateException("cursor is not positioned on a key");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("cursor is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      parts.close();
    }
  }

  /** Lazy copy of the key or the value, made on the first access at a position. */
  private static final class CopiedBytes {
    private static final int UNKNOWN = -1;

    private final ToIntFunction<ByteBuffer> copyInto;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES_INITIAL);
    private int length = UNKNOWN;

    /**
     * Creates a lazy copy of the bytes that {@code copyInto} writes: it writes as many bytes as
     * fit, and returns the full length.
     */
    CopiedBytes(ToIntFunction<ByteBuffer> copyInto) {
      this.copyInto = copyInto;
    }

    void invalidate() {
      length = UNKNOWN;
    }

    int length() {
      if (length == UNKNOWN) {
        length = copyInto.applyAsInt(buffer.clear());
        if (length > buffer.capacity()) {
          buffer = ByteBuffer.allocateDirect(Math.max(length, 2 * buffer.capacity()));
          length = copyInto.applyAsInt(buffer);
        }
      }
      return length;
    }

    long address() {
      return length() == 0 ? 0 : MemorySegment.ofBuffer(buffer.clear()).address();
    }
  }
}
