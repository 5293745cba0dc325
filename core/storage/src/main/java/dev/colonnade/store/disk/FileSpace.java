package dev.colonnade.store.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Size and free space of a file system. */
public interface FileSpace {
  /** Returns the size of the file system in bytes. */
  long totalBytes() throws IOException;

  /** Returns the bytes that this process may still write. */
  long usableBytes() throws IOException;

  /** Returns the space of the file system of a folder. */
  static FileSpace of(Path folder) throws IOException {
    FileStore store = Files.getFileStore(folder);
    return new FileSpace() {
      @Override
      public long totalBytes() throws IOException {
        return store.getTotalSpace();
      }

      @Override
      public long usableBytes() throws IOException {
        return store.getUsableSpace();
      }
    };
  }
}
