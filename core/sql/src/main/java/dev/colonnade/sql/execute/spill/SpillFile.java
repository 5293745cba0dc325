package dev.colonnade.sql.execute.spill;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Temporary file: bytes are added at its end and read at any position. It uses {@link
 * RandomAccessFile}, which unlike a channel stays open if the thread is interrupted.
 */
final class SpillFile implements AutoCloseable {
  private final SpillSpace space;
  private final Path path;
  private final RandomAccessFile file;
  private long length;
  private boolean isClosed;

  private SpillFile(SpillSpace space, Path path, RandomAccessFile file) {
    this.space = space;
    this.path = path;
    this.file = file;
  }

  /** Creates an empty file. */
  static SpillFile create(SpillSpace space, Path path) {
    try {
      return new SpillFile(space, path, new RandomAccessFile(path.toFile(), "rw"));
    } catch (IOException e) {
      throw failure("create a temporary file", path, e);
    }
  }

  long length() {
    return length;
  }

  /** Adds bytes at the end. */
  void append(byte[] bytes, int start, int count) {
    space.charge(count);
    long position = length;
    length += count;
    try {
      file.seek(position);
      file.write(bytes, start, count);
    } catch (IOException e) {
      throw failure("write a temporary file", path, e);
    }
  }

  /**
   * Reads bytes at a position.
   *
   * @throws ColonnadeException STORE_IO also if the file is shorter
   */
  void read(long position, byte[] into, int start, int count) {
    try {
      file.seek(position);
      file.readFully(into, start, count);
    } catch (IOException e) {
      throw failure("read a temporary file", path, e);
    }
  }

  /** Returns the exception of a failed operation. */
  static ColonnadeException failure(String operation, Path path, IOException cause) {
    String reason = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    boolean isFull = reason.contains("no space left") || reason.contains("quota exceeded");
    return new ColonnadeException(
        isFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "could not %s: path=%s reason=%s".formatted(operation, path, cause),
        cause);
  }

  /** Deletes the file. Idempotent. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      file.close();
    } catch (IOException e) {
      throw failure("close a temporary file", path, e);
    } finally {
      File entry = path.toFile();
      boolean isDeleted = entry.delete() || !entry.exists();
      space.remove(this, isDeleted ? length : 0);
    }
  }
}
