package dev.colonnade.store.rocks;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import org.rocksdb.RocksIterator;

/** A cursor by way of RocksJava alone: copies key and value into buffers of its own. */
final class PlainCursor implements Cursor {
  private static final int BUFFER_BYTES_INITIAL = 1024;

  private final CursorParts parts;
  private final RocksIterator iterator;
  private final Shown key;
  private final Shown value;
  private boolean closed;

  PlainCursor(CursorParts parts) {
    this.parts = parts;
    this.iterator = parts.iterator();
    this.key = new Shown(iterator::key);
    this.value = new Shown(iterator::value);
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
    key.forget();
    value.forget();
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
      throw new IllegalStateException("cursor stands on no key");
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

  /** A copy of the key or the value, made when it is first asked for at a position. */
  private static final class Shown {
    private static final int UNKNOWN = -1;

    private final ToIntFunction<ByteBuffer> copyInto;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES_INITIAL);
    private int length = UNKNOWN;

    /**
     * A view of what {@code copyInto} copies: as much as fits, returning the length of the whole.
     */
    Shown(ToIntFunction<ByteBuffer> copyInto) {
      this.copyInto = copyInto;
    }

    void forget() {
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
