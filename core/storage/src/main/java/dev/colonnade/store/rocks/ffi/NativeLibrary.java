package dev.colonnade.store.rocks.ffi;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Native library of RocksDB outside of its jar. RocksJava unpacks the library from the jar into a
 * temporary file at every start, which takes 160 ms of processor time, unless the library is in a
 * folder of {@code java.library.path}.
 */
public final class NativeLibrary {
  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

  private NativeLibrary() {}

  /**
   * Loads the library, if it is not loaded: from {@code java.library.path}, else from a temporary
   * folder, which is deleted at once, or when the JVM exits where a file in use cannot be deleted.
   * RocksJava deletes its file when the JVM exits, and so leaves 17 MB behind for each process that
   * is killed.
   */
  public static void load() {
    Loading.once();
  }

  /** Class that loads the library when it is initialized. */
  private static final class Loading {
    static {
      if (!isInLibraryPath()) {
        loadUnpacked();
      }
      RocksDB.loadLibrary();
    }

    private Loading() {}

    static void once() {}
  }

  @SuppressWarnings("restricted")
  private static boolean isInLibraryPath() {
    try {
      System.loadLibrary(Environment.getSharedLibraryName("rocksdb"));
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Does nothing if the folder cannot be used: RocksJava tries it in its own way then. */
  private static void loadUnpacked() {
    try {
      Path folder = Files.createTempDirectory("colonnade-native");
      // the name that RocksJava loads, see RocksDB.loadLibrary
      Path library = folder.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
      try {
        copyTo(library);
        RocksDB.loadLibrary(List.of(folder.toString()));
      } finally {
        delete(library);
        delete(folder);
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      LOG.debug("could not load an unpacked library", e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      path.toFile().deleteOnExit();
    }
  }

  private static void copyTo(Path file) throws IOException {
    String source = Environment.getJniLibraryFileName("rocksdb");
    try (InputStream in = RocksDB.class.getClassLoader().getResourceAsStream(source)) {
      if (in == null) {
        throw new IOException("no native library for this machine: name=" + source);
      }
      Files.copy(in, file, REPLACE_EXISTING);
    }
  }

  /**
   * Unpacks the library for this machine into a folder that is to be in {@code java.library.path},
   * replacing an earlier one.
   *
   * @throws IOException also if the jar has no library for this machine
   */
  public static void unpack(Path folder) throws IOException {
    requireNonNull(folder, "folder is null");
    String name = System.mapLibraryName(Environment.getSharedLibraryName("rocksdb"));
    Path part = Files.createTempFile(folder, name, ".part");
    copyTo(part);
    Files.move(part, folder.resolve(name), ATOMIC_MOVE, REPLACE_EXISTING);
  }
}
