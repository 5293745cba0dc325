package dev.colonnade.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.progress.ProgressPhase;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.store.Store;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writer of backups of an open store.
 *
 * <p>A checkpoint of the store (hard links, milliseconds) is the state that the backup has: every
 * write that was acknowledged before the call, none in part. Writers continue while it is copied. A
 * table file is copied once: RocksDB never changes it, and gives its name to no other file of the
 * same store. Thread-safe; one backup at a time for each folder.
 */
public final class BackupWriter {
  /** Suffix of the folder in which RocksDB makes a checkpoint. */
  private static final String INCOMPLETE_SUFFIX = ".tmp";

  private final Store store;
  private final Path scratch;
  private final PhysicalClock clock;
  private final NanoTicker ticker;

  /**
   * Creates a writer.
   *
   * @param store the store
   * @param scratch folder on the disk of the store for the checkpoint; its content is deleted
   * @param clock time of day, for manifests
   * @param ticker time for the limit of the rate
   */
  public BackupWriter(Store store, Path scratch, PhysicalClock clock, NanoTicker ticker) {
    this.store = requireNonNull(store, "store is null");
    this.scratch = requireNonNull(scratch, "scratch is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /**
   * Writes a backup to a folder, which is created if it does not exist.
   *
   * @param cancellation called at least for each mebibyte; what it throws ends the backup
   * @throws ColonnadeException STORE_LOCKED if a backup is being written there; STORE_IO if the
   *     folder has other content or cannot be written; DISK_FULL; STORE_CORRUPT if an earlier
   *     manifest there is damaged; CANCELED if the thread is interrupted
   */
  public synchronized BackupReport write(Path to, BackupOptions options, Runnable cancellation) {
    requireNonNull(options, "options is null");
    BackupFolder folder = BackupFolder.create(to);
    try (FileChannel _ = folder.lock();
        CommandProgress progress = SessionProgress.current().begin(ProgressCommand.BACKUP)) {
      folder.prune(0); // what an interrupted backup has left
      FileCopier copier =
          new FileCopier(options.bytesPerSecondMax(), ticker, cancellation, progress);
      return write(folder, options, copier, progress);
    } catch (IOException e) {
      throw BackupFolder.failed("write", folder.path(), e);
    }
  }

  /** Writes a backup to a locked folder. A failure frees the space of what it has copied. */
  private BackupReport write(
      BackupFolder folder, BackupOptions options, FileCopier copier, CommandProgress progress)
      throws IOException {
    boolean isDone = false;
    try {
      deleteScratch();
      ArchivePosition archive = ArchivePosition.read(store); // the checkpoint may have more
      progress.enter(ProgressPhase.WAITING_FOR_CHECKPOINT);
      store.checkpoint(scratch);
      Failpoint.BACKUP_AFTER_CHECKPOINT.pass();
      BackupReport report = new Copy(folder, archive, copier).run(progress);
      folder.prune(options.keepCount());
      isDone = true;
      return report;
    } finally {
      deleteScratch();
      if (!isDone) {
        folder.prune(0);
      }
    }
  }

  /** Deletes the checkpoint of a backup whose process was killed: its links keep old files. */
  public synchronized void deleteLeftovers() {
    deleteScratch();
  }

  private void deleteScratch() {
    deleteAll(scratch);
    deleteAll(scratch.resolveSibling(scratch.getFileName() + INCOMPLETE_SUFFIX));
  }

  /** Deletes a folder of files and folders; no effect if there is none. */
  static void deleteAll(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw BackupFolder.failed("delete", folder, e);
    }
  }

  /** Copy of the checkpoint to a folder of backups. */
  private final class Copy {
    private final BackupFolder folder;
    private final FileCopier copier;
    private final @Nullable ArchivePosition archive;
    private final int number;
    private final Map<String, BackupFile> known = new HashMap<>();
    private int copiedFileCount;
    private long copiedByteCount;

    Copy(BackupFolder folder, @Nullable ArchivePosition archive, FileCopier copier) {
      this.archive = archive;
      this.folder = folder;
      this.copier = copier;
      int newest = 0;
      for (BackupManifest earlier : folder.backups()) {
        newest = earlier.number();
        if (earlier.storeId().equals(store.identity().id())) {
          known.putAll(earlier.filesByName());
        }
      }
      number = newest + 1;
    }

    BackupReport run(CommandProgress progress) throws IOException {
      progress.enter(ProgressPhase.ESTIMATING_SIZE);
      List<Path> sorted = sortedFiles();
      progress.set(ProgressCounter.BYTES_TOTAL, missingBytes(sorted));
      progress.enter(ProgressPhase.STREAMING_FILES);
      List<BackupFile> files = new ArrayList<>();
      for (Path file : sorted) {
        files.add(stored(file));
        Failpoint.BACKUP_AFTER_FILE.pass();
      }
      BackupManifest manifest =
          new BackupManifest(
              number,
              store.identity().id(),
              Instant.EPOCH.plusNanos(clock.epochNanos()),
              archive,
              files);
      folder.write(manifest);
      Failpoint.BACKUP_AFTER_MANIFEST.pass();
      return new BackupReport(manifest, copiedFileCount, copiedByteCount);
    }

    private List<Path> sortedFiles() throws IOException {
      try (Stream<Path> files = Files.list(scratch)) {
        return files.sorted().toList();
      }
    }

    /** Returns the bytes of the files that earlier backups do not have. */
    private long missingBytes(List<Path> files) throws IOException {
      long bytes = 0;
      for (Path file : files) {
        long byteCount = Files.size(file);
        bytes += findStored(String.valueOf(file.getFileName()), byteCount) == null ? byteCount : 0;
      }
      return bytes;
    }

    /** Returns the file of an earlier backup with the same content; null if there is none. */
    private @Nullable BackupFile findStored(String name, long byteCount) throws IOException {
      BackupFile earlier = known.get(name);
      return earlier != null && BackupFile.isImmutable(name) && isStored(earlier, byteCount)
          ? earlier
          : null;
    }

    private BackupFile stored(Path file) throws IOException {
      String name = String.valueOf(file.getFileName());
      long byteCount = Files.size(file);
      BackupFile earlier = findStored(name, byteCount);
      if (earlier != null) {
        return earlier;
      }
      Path part = folder.part(name);
      Files.deleteIfExists(part);
      String checksum = copier.copy(file, part);
      Files.move(part, folder.content(checksum), StandardCopyOption.ATOMIC_MOVE);
      copiedFileCount++;
      copiedByteCount += byteCount;
      return new BackupFile(name, byteCount, checksum);
    }

    private boolean isStored(BackupFile earlier, long byteCount) throws IOException {
      Path content = folder.content(earlier.checksum());
      return earlier.byteCount() == byteCount
          && Files.exists(content)
          && Files.size(content) == byteCount;
    }
  }
}
