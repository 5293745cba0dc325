package dev.colonnade.replication.log;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Replacement of RocksDB's files by those of a checkpoint, which a crash may interrupt anywhere.
 * The folder {@code installed} below that of the store exists from the moment at which the
 * replacement is decided until it is complete.
 */
final class InstalledFiles {
  private static final String ROCKS = "rocks";
  private static final String INSTALLED = "installed";

  private InstalledFiles() {}

  /** Decides to replace the files of the store by those in {@code source}, which are moved. */
  static void begin(Path folder, Path source) {
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.toList()) {
        sync(file);
      }
      sync(source);
      Files.move(source, folder.resolve(INSTALLED), StandardCopyOption.ATOMIC_MOVE);
      sync(folder);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Completes a replacement that was begun; no effect if there is none. */
  static void complete(Path folder) {
    Path installed = folder.resolve(INSTALLED);
    if (!Files.isDirectory(installed)) {
      return;
    }
    try {
      delete(folder.resolve(ROCKS));
      Files.move(installed, folder.resolve(ROCKS), StandardCopyOption.ATOMIC_MOVE);
      sync(folder);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void sync(Path path) throws IOException {
    StandardOpenOption access =
        Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }

  private static ColonnadeException failed(IOException cause) {
    return new ColonnadeException(
        ErrorCode.STORE_IO, "checkpoint could not be installed cause=" + cause, cause);
  }
}
