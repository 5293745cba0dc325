package dev.colonnade.server.parquet.read;

import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** File in memory, to be read. */
final class ByteChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private long position;

  ByteChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(ByteBuffer into) {
    if (position >= bytes.length) {
      return -1;
    }
    int count = Math.min(into.remaining(), bytes.length - (int) position);
    into.put(bytes, (int) position, count);
    position += count;
    return count;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    // nothing to free
  }
}
