package dev.colonnade.sql.execute.spill;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Temporary file: bytes are added at its end and read at any position. It uses {@link
 * RandomAccessFile}, which unlike a channel stays open if the thread is interrupted.
 */
final class SpillFile implements SeekableByteChannel {
  private final SpillSpace space;
  private final Path path;
  private @Nullable RandomAccessFile file;
  private long length;

  /** Position of the reads of the channel. */
  private long position;

  private boolean isClosed;

  private SpillFile(SpillSpace space, Path path) {
    this.space = space;
    this.path = path;
  }

  /** Creates an empty file. */
  static SpillFile create(SpillSpace space, Path path) {
    SpillFile file = new SpillFile(space, path);
    try {
      file.openNew();
      return file;
    } catch (IOException e) {
      throw failure("create a temporary file", path, e);
    }
  }

  /** Creates the file, and its directory too if that was removed from outside. */
  private void openNew() throws IOException {
    try {
      open("rw");
    } catch (FileNotFoundException e) {
      Path directory = path.getParent();
      if (directory == null || Files.exists(directory)) {
        throw e;
      }
      Files.createDirectories(directory);
      open("rw");
    }
  }

  /** Returns the open file; opens it again after {@link #release}. */
  private RandomAccessFile open(String mode) throws IOException {
    RandomAccessFile current = file;
    if (current == null) {
      if (isClosed) {
        throw new IllegalStateException("temporary file is deleted path=" + path);
      }
      current = new RandomAccessFile(path.toFile(), mode);
      file = current;
    }
    return current;
  }

  /**
   * Closes the file until it is read, so that many files can exist without a file descriptor each.
   * No bytes may be added after it.
   */
  void release() {
    try {
      closeFile();
    } catch (IOException e) {
      throw failure("close a temporary file", path, e);
    }
  }

  private void closeFile() throws IOException {
    RandomAccessFile current = file;
    file = null;
    if (current != null) {
      current.close();
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
      RandomAccessFile out = open("rw");
      out.seek(position);
      out.write(bytes, start, count);
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
      RandomAccessFile in = open("r");
      in.seek(position);
      in.readFully(into, start, count);
    } catch (IOException e) {
      throw failure("read a temporary file", path, e);
    }
  }

  /** Adds bytes at the end, wherever the position is. */
  @Override
  public int write(ByteBuffer bytes) {
    int count = bytes.remaining();
    byte[] copy = new byte[count];
    bytes.get(copy);
    append(copy, 0, count);
    return count;
  }

  @Override
  public int read(ByteBuffer into) {
    if (position >= length) {
      return into.hasRemaining() ? -1 : 0;
    }
    byte[] bytes = new byte[(int) Math.min(into.remaining(), length - position)];
    read(position, bytes, 0, bytes.length);
    into.put(bytes);
    position += bytes.length;
    return bytes.length;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long other) {
    if (other < 0) {
      throw new IllegalArgumentException("negative position position=" + other);
    }
    position = other;
    return this;
  }

  @Override
  public long size() {
    return length;
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new UnsupportedOperationException("a temporary file is not shortened");
  }

  @Override
  public boolean isOpen() {
    return !isClosed;
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
      closeFile();
    } catch (IOException e) {
      throw failure("close a temporary file", path, e);
    } finally {
      File entry = path.toFile();
      boolean isDeleted = entry.delete() || !entry.exists();
      space.remove(this, isDeleted ? length : 0);
    }
  }
}
