package dev.colonnade.backup;

/**
 * Result of a backup.
 *
 * @param manifest the backup
 * @param copiedFileCount files that no earlier backup in the folder has
 * @param copiedByteCount their size in bytes
 */
public record BackupReport(BackupManifest manifest, int copiedFileCount, long copiedByteCount) {}
