package dev.colonnade.server.parquet.read;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.parquet.format.ParquetErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Content of a file, read at any position. One thread. */
final class FileInput {
  private final SeekableByteChannel channel;
  private final long size;
  private long bytesRead;

  FileInput(SeekableByteChannel channel) {
    this.channel = channel;
    try {
      this.size = channel.size();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  long size() {
    return size;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** Fills an array from a position on. */
  void read(long position, byte[] into) {
    if (position < 0 || position > size - into.length) {
      throw ParquetErrors.malformed("it is truncated");
    }
    ByteBuffer target = ByteBuffer.wrap(into);
    try {
      channel.position(position);
      while (target.hasRemaining()) {
        if (channel.read(target) < 0) {
          throw ParquetErrors.malformed("it is truncated");
        }
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    bytesRead += into.length;
  }

  private static ColonnadeException unreadable(IOException e) {
    return new ColonnadeException(
        ErrorCode.FILE_IO, "could not read from COPY file: " + e.getMessage(), e);
  }
}
