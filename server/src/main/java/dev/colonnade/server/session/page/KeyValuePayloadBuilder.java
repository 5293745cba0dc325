package dev.colonnade.server.session.page;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.protocol.result.KeyValuePageLayout;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a payload of stored key-value pairs in {@link KeyValuePageLayout}. Single-threaded.
 */
public final class KeyValuePayloadBuilder implements AutoCloseable {
  private static final int INITIAL_BYTES = 256;

  private final ByteBufAllocator allocator;
  private final long bytesMax;
  private @Nullable ByteBuf bytes;
  private long byteCount;
  private int pairCount;
  private int rowCount;

  public KeyValuePayloadBuilder(ByteBufAllocator allocator, long bytesMax) {
    this.allocator = allocator;
    this.bytesMax = bytesMax;
  }

  public void add(Key key, byte[] value) {
    int size = KeyValuePageLayout.HEADER_BYTES + key.length() + value.length;
    if (byteCount + size > bytesMax) {
      throw tooLarge(bytesMax);
    }
    if (bytes == null) {
      bytes = allocator.ioBuffer(Math.max(INITIAL_BYTES, size));
    }
    bytes.writeIntLE(key.length()).writeIntLE(value.length);
    bytes.writeBytes(key.bytes()).writeBytes(value);
    byteCount += size;
    pairCount++;
  }

  public void endRow() {
    rowCount++;
  }

  public int rowCount() {
    return rowCount;
  }

  public int pairCount() {
    return pairCount;
  }

  public long byteCount() {
    return byteCount;
  }

  /** Returns the bytes and transfers their ownership to the caller. */
  public ByteBuf take() {
    ByteBuf payload = bytes == null ? Unpooled.EMPTY_BUFFER : bytes;
    bytes = null;
    return payload;
  }

  public static ColonnadeException tooLarge(long bytesMax) {
    return new ColonnadeException(
        ErrorCode.LIMIT_EXCEEDED,
        "rows do not fit into one response, request fewer: bytesMax=" + bytesMax);
  }

  /** Releases the bytes unless they were taken. */
  @Override
  public void close() {
    if (bytes != null) {
      bytes.release();
      bytes = null;
    }
  }
}
