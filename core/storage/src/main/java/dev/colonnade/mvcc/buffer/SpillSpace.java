package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory of the write buffers of all transactions, and the directory of the temporary files to
 * which they spill. Thread-safe.
 */
public final class SpillSpace {
  /** Bytes below which a buffer does not spill because of the memory of other buffers. */
  private static final long SHARE_BYTES_MIN = 1L << 20;

  private static final String SUFFIX = ".writes";

  private final Path folder;
  private final long ownBytesMax;
  private final long allBytesMax;
  private final AtomicLong allBytes = new AtomicLong();
  private final AtomicLong nextFile = new AtomicLong();

  /**
   * Creates the memory and deletes the files that a crash has left in {@code folder}, which no
   * other process may use.
   *
   * @param folder created when the first buffer spills
   * @param ownBytesMax bytes of memory of one buffer, beyond which it spills
   * @param allBytesMax bytes of memory of all buffers, beyond which the larger ones spill
   */
  public SpillSpace(Path folder, long ownBytesMax, long allBytesMax) {
    this.folder = requireNonNull(folder, "folder is null");
    this.ownBytesMax = ownBytesMax;
    this.allBytesMax = allBytesMax;
    if (Files.isDirectory(folder)) {
      deleteFiles();
    }
  }

  private void deleteFiles() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Returns the path of a new file. */
  Path newFile() throws IOException {
    Files.createDirectories(folder);
    return folder.resolve(nextFile.incrementAndGet() + SUFFIX);
  }

  /** Returns the bytes of memory of all buffers. */
  public long allBytes() {
    return allBytes.get();
  }

  /** Adds bytes of a buffer, or subtracts them. */
  void add(long bytes) {
    allBytes.addAndGet(bytes);
  }

  /** Returns whether a buffer with {@code ownBytes} of memory has to spill. */
  boolean isExceeded(long ownBytes) {
    return ownBytes > ownBytesMax
        || (ownBytes >= Math.min(SHARE_BYTES_MIN, ownBytesMax) && allBytes.get() > allBytesMax);
  }

  static ColonnadeException failure(IOException cause) {
    boolean isFull = String.valueOf(cause.getMessage()).contains("No space left");
    return new ColonnadeException(
        isFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "temporary file of a transaction failed cause=" + cause,
        new UncheckedIOException(cause));
  }
}
