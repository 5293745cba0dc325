package dev.colonnade.sql.execute.spill;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.channels.SeekableByteChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Temporary files of one query, with a limit of their size. Thread-safe; the files are not. */
public final class SpillSpace implements AutoCloseable {
  /** Value of {@code bytesMax} that stands for no limit. */
  public static final long UNLIMITED = -1;

  private static final int BYTES_PER_KB = 1024;

  private final SpillDirectory directory;
  private final long bytesMax;
  private Set<SpillFile> files = Set.of();
  private long bytes;
  private long bytesWritten;
  private boolean isClosed;

  SpillSpace(SpillDirectory directory, long bytesMax) {
    if (bytesMax < UNLIMITED) {
      throw new IllegalArgumentException("bytesMax below -1 bytesMax=" + bytesMax);
    }
    this.directory = directory;
    this.bytesMax = bytesMax;
  }

  /**
   * Creates an empty file for bytes of unknown content: writes add at its end, reads begin at the
   * position. Closing deletes it.
   */
  public SeekableByteChannel newChannel() {
    return newFile();
  }

  /** Creates an empty file. */
  synchronized SpillFile newFile() {
    if (isClosed) {
      throw new IllegalStateException("temporary files of the query are closed");
    }
    SpillFile file = SpillFile.create(this, directory.newPath());
    if (files.isEmpty()) {
      files = new LinkedHashSet<>();
    }
    files.add(file);
    directory.countFiles(1);
    return file;
  }

  /**
   * Counts bytes before they are written.
   *
   * @throws ColonnadeException TEMPORARY_FILE_LIMIT
   */
  synchronized void charge(long more) {
    if (bytesMax != UNLIMITED && more > bytesMax - bytes) {
      throw new ColonnadeException(
          ErrorCode.TEMPORARY_FILE_LIMIT,
          "temporary file size exceeds temp_file_limit (%dkB)".formatted(bytesMax / BYTES_PER_KB));
    }
    bytes += more;
    bytesWritten += more;
    directory.countBytes(more);
  }

  /** Removes a file that has been deleted. */
  synchronized void remove(SpillFile file, long fileBytes) {
    if (files.remove(file)) {
      bytes -= fileBytes;
      directory.countBytes(-fileBytes);
      directory.countFiles(-1);
    }
  }

  /** Returns the bytes of the files at present. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Returns the bytes written so far, deleted files included. */
  public synchronized long bytesWritten() {
    return bytesWritten;
  }

  /** Deletes all files. Idempotent. */
  @Override
  public synchronized void close() {
    isClosed = true;
    List.copyOf(files).forEach(SpillFile::close);
  }
}
