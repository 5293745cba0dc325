package dev.colonnade.store.rocks.ffi;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Native library of RocksDB outside of its jar. RocksJava unpacks the library from the jar into a
 * temporary file at every start, which takes 160 ms of processor time, unless the library is in a
 * folder of {@code java.library.path}.
 */
public final class NativeLibrary {
  private NativeLibrary() {}

  /**
   * Unpacks the library for this machine into a folder that is to be in {@code java.library.path},
   * replacing an earlier one.
   *
   * @throws IOException also if the jar has no library for this machine
   */
  public static void unpack(Path folder) throws IOException {
    requireNonNull(folder, "folder is null");
    String source = Environment.getJniLibraryFileName("rocksdb");
    String name = System.mapLibraryName(Environment.getSharedLibraryName("rocksdb"));
    try (InputStream in = RocksDB.class.getClassLoader().getResourceAsStream(source)) {
      if (in == null) {
        throw new IOException("no native library for this machine: name=" + source);
      }
      Path part = Files.createTempFile(folder, name, ".part");
      Files.copy(in, part, REPLACE_EXISTING);
      Files.move(part, folder.resolve(name), ATOMIC_MOVE, REPLACE_EXISTING);
    }
  }
}
