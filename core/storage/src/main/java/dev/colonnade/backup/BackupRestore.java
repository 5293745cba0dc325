package dev.colonnade.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Restore of a backup into a new folder.
 *
 * <p>The store is assembled beside its folder and renamed when it is complete, so that a restore
 * that was killed leaves no store. It has a new identity: later backups of it share no files with
 * those of the original, whose later files have the same names.
 */
public final class BackupRestore {
  private BackupRestore() {}

  /**
   * Restores a backup.
   *
   * @param target folder of the new store; it does not exist, or is empty
   * @param storeId identity of the new store
   * @throws ColonnadeException STORE_IO if the target has content or cannot be written; DISK_FULL;
   *     STORE_CORRUPT if a file of the backup differs from its checksum or is missing
   */
  public static void run(BackupFolder folder, BackupManifest backup, Path target, UUID storeId) {
    run(folder, backup, target, storeId, _ -> {}, () -> {});
  }

  /**
   * Variant of {@link #run(BackupFolder, BackupManifest, Path, UUID)} that can be canceled.
   *
   * @param cancellation called at least for each mebibyte; what it throws ends the restore
   */
  public static void run(
      BackupFolder folder,
      BackupManifest backup,
      Path target,
      UUID storeId,
      Runnable cancellation) {
    run(folder, backup, target, storeId, _ -> {}, cancellation);
  }

  /** Deletes a restored store, or a folder of such stores; no effect if there is none. */
  public static void delete(Path folder) {
    BackupWriter.deleteAll(folder);
    BackupWriter.deleteAll(assemblyOf(folder));
  }

  private static Path assemblyOf(Path store) {
    return store.resolveSibling(store.getFileName() + ".restoring");
  }

  /**
   * Variant of {@link #run(BackupFolder, BackupManifest, Path, UUID, Runnable)} that changes the
   * store before it has its name.
   *
   * @param change called with the folder of the restored store
   */
  public static void run(
      BackupFolder folder,
      BackupManifest backup,
      Path target,
      UUID storeId,
      Consumer<Path> change,
      Runnable cancellation) {
    requireNonNull(storeId, "storeId is null");
    Path store = target.toAbsolutePath().normalize();
    Path assembly = assemblyOf(store);
    boolean isDone = false;
    try {
      if (Files.exists(store) && !(Files.isDirectory(store) && BackupFolder.isEmpty(store))) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO, "folder of the restored store is not empty path=" + store);
      }
      BackupWriter.deleteAll(assembly);
      Path rocks = Files.createDirectories(RocksStore.filesOf(assembly));
      FileCopier copier = FileCopier.unlimited(cancellation);
      for (BackupFile file : backup.files()) {
        restore(folder, file, rocks, copier);
        Failpoint.RESTORE_AFTER_FILE.pass();
      }
      BackupFolder.sync(rocks, StandardOpenOption.READ);
      RocksStore.identify(assembly, storeId);
      change.accept(assembly);
      Failpoint.RESTORE_BEFORE_RENAME.pass();
      Files.move(assembly, store, StandardCopyOption.ATOMIC_MOVE);
      BackupFolder.sync(requireNonNull(store.getParent(), "no parent"), StandardOpenOption.READ);
      isDone = true;
    } catch (IOException e) {
      throw BackupFolder.failed("restore", store, e);
    } finally {
      if (!isDone) {
        BackupWriter.deleteAll(assembly); // a full disk has its space again
      }
    }
  }

  private static void restore(BackupFolder folder, BackupFile file, Path rocks, FileCopier copier)
      throws IOException {
    Path content = folder.content(file.checksum());
    if (!Files.exists(content)) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "backup is damaged: a file is missing path=" + content);
    }
    String checksum = copier.copy(content, rocks.resolve(file.name()));
    if (!checksum.equals(file.checksum())) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "backup is damaged: a file has other content path=" + content);
    }
  }
}
