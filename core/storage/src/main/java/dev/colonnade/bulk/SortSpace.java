package dev.colonnade.bulk;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** Directory of the temporary files of sorts, and the memory of one sort. Thread-safe. */
public final class SortSpace {
  private static final int BUFFER_BYTES_MAX = 8 << 20;
  private static final String SUFFIX = ".pairs";

  private final Path folder;
  private final long memoryBytesMax;
  private final AtomicLong nextFile = new AtomicLong();

  /**
   * Creates the space and deletes the files that a crash has left in {@code folder}, which no other
   * process may use.
   *
   * @param folder created with the first file
   * @param memoryBytesMax bytes of sorted pairs that one sort keeps in memory; it writes the others
   *     to files
   */
  public SortSpace(Path folder, long memoryBytesMax) {
    this.folder = requireNonNull(folder, "folder is null");
    this.memoryBytesMax = memoryBytesMax;
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  long memoryBytesMax() {
    return memoryBytesMax;
  }

  /** Returns the bytes of one buffer, which is sorted on its own. */
  int bufferBytesMax() {
    return (int) Math.min(BUFFER_BYTES_MAX, memoryBytesMax);
  }

  Path newFile() throws IOException {
    Files.createDirectories(folder);
    return folder.resolve(nextFile.incrementAndGet() + SUFFIX);
  }

  static ColonnadeException failure(IOException cause) {
    boolean isFull = String.valueOf(cause.getMessage()).contains("No space left");
    return new ColonnadeException(
        isFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "temporary file of a sort failed cause=" + cause,
        new UncheckedIOException(cause));
  }
}
