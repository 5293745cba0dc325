package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Directory of the temporary files of the server. It belongs to one process at a time: files of a
 * process that crashed are deleted when it is opened. Thread-safe.
 */
public final class SpillDirectory implements AutoCloseable {
  private final Path path;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicInteger fileCount = new AtomicInteger();
  private final AtomicLong bytesWritten = new AtomicLong();
  private final AtomicLong filesCreated = new AtomicLong();

  /**
   * Opens a directory, which is created if it does not exist, and deletes everything in it.
   *
   * @throws ColonnadeException STORE_IO if a file cannot be deleted
   */
  public SpillDirectory(Path path) {
    this.path = requireNonNull(path, "path is null");
    try {
      Files.createDirectories(path);
      deleteAll();
    } catch (IOException e) {
      throw SpillFile.failure("open the directory of temporary files", path, e);
    }
  }

  private void deleteAll() throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.walk(path)) {
      found = all.filter(each -> !each.equals(path)).sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : found) {
      Files.deleteIfExists(each);
    }
  }

  /**
   * Returns the space of the files of one query.
   *
   * @param bytesMax the most bytes of all its files at one time, {@code temp_file_limit}; -1 for no
   *     limit
   */
  public SpillSpace newSpace(long bytesMax) {
    return new SpillSpace(this, bytesMax);
  }

  Path newPath() {
    return path.resolve("spill-" + filesCreated.incrementAndGet() + ".arrow");
  }

  void countFiles(int change) {
    fileCount.addAndGet(change);
  }

  void countBytes(long change) {
    bytes.addAndGet(change);
    bytesWritten.addAndGet(Math.max(0, change));
  }

  public Path path() {
    return path;
  }

  /** Returns the bytes of all files at present. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns the number of files at present. */
  public int fileCount() {
    return fileCount.get();
  }

  /** Returns the bytes written since the directory was opened. */
  public long bytesWritten() {
    return bytesWritten.get();
  }

  /** Returns the number of files created since the directory was opened. */
  public long filesCreated() {
    return filesCreated.get();
  }

  /** Deletes the files that are left. No query may run any more. */
  @Override
  public void close() {
    try {
      deleteAll();
    } catch (IOException e) {
      throw SpillFile.failure("delete temporary files", path, e);
    }
  }
}
