package dev.colonnade.archive.restore;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveFolder;
import dev.colonnade.archive.ArchiveRestore;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupManifest;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * State of a store that can be restored: a backup, or a later state by an archive.
 *
 * @param folder of the backups
 * @param number of the backup; null for the newest one that is complete at the target
 * @param archive folder of the archive whose changes are applied to the backup; null for none
 * @param targetNanos time of the last change, in nanoseconds since 1970; {@link
 *     ArchiveRestore#LATEST} for all
 */
public record RestoreSource(
    Path folder, @Nullable Integer number, @Nullable Path archive, long targetNanos) {
  public RestoreSource {
    requireNonNull(folder, "folder is null");
    if (archive == null && targetNanos != ArchiveRestore.LATEST) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "a restore to a point in time requires an archive");
    }
  }

  /** Restored backup, and what was applied of the archive; null without one. */
  public record Restored(BackupManifest backup, ArchiveRestore.@Nullable Result applied) {
    public Restored {
      requireNonNull(backup, "backup is null");
    }
  }

  /**
   * Restores the state as a new store.
   *
   * @param cancellation called at intervals; what it throws ends the restore
   * @throws ColonnadeException STORE_IO if there is no such backup; and as {@link BackupRestore}
   *     and {@link ArchiveRestore}
   */
  public Restored restoreTo(Path store, UUID storeId, Runnable cancellation) {
    BackupFolder backups = BackupFolder.existing(folder);
    BackupManifest backup = backup(backups);
    if (archive == null) {
      BackupRestore.run(backups, backup, store, storeId, cancellation);
      return new Restored(backup, null);
    }
    return new Restored(
        backup,
        new ArchiveRestore(ArchiveFolder.existing(archive), targetNanos)
            .run(backups, backup, store, storeId, cancellation));
  }

  private BackupManifest backup(BackupFolder backups) {
    if (number != null || targetNanos == ArchiveRestore.LATEST) {
      return backups.backup(number);
    }
    Instant time = ArchiveRestore.instant(targetNanos);
    for (BackupManifest backup : backups.backups().reversed()) {
      if (!backup.createdAt().isAfter(time)) {
        return backup;
      }
    }
    throw new ColonnadeException(
        ErrorCode.STORE_IO, "there is no backup that is older than the target " + time);
  }
}
