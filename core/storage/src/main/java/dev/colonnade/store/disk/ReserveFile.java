package dev.colonnade.store.disk;

import dev.colonnade.store.rocks.ffi.BlockAllocation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * File whose only purpose is the space that it occupies: deleting it frees that space. Not
 * thread-safe.
 */
final class ReserveFile {
  private static final int STEP_BYTES = 1 << 20;

  private final Path file;

  ReserveFile(Path file) {
    this.file = file;
  }

  /** Returns the size of the file; 0 if there is none. */
  long bytes() throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /**
   * Makes the file as large as {@code bytes}. After a failure, such as of a full disk, there is no
   * file.
   */
  void allocate(long bytes) throws IOException {
    try {
      write(bytes);
    } catch (IOException e) {
      try {
        release();
      } catch (IOException deleting) {
        e.addSuppressed(deleting);
      }
      throw e;
    }
  }

  /** Allocates the blocks, and writes them where the platform cannot allocate them otherwise. */
  private void write(long bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
      if (BlockAllocation.allocate(file, bytes)) {
        return;
      }
      byte[] content = new byte[STEP_BYTES];
      new SplittableRandom(bytes).nextBytes(content); // file systems may compress zeros
      for (long size = channel.size(); size < bytes; size = channel.size()) {
        channel.write(ByteBuffer.wrap(content, 0, (int) Math.min(STEP_BYTES, bytes - size)), size);
      }
      channel.force(true);
    }
  }

  /** Deletes the file; no effect if there is none. */
  void release() throws IOException {
    Files.deleteIfExists(file);
  }
}
