package dev.colonnade.backup;

/**
 * Options of a backup.
 *
 * @param bytesPerSecondMax most bytes read in a second, 0 for no limit
 * @param keepCount number of backups that remain in the folder, this one included; older ones are
 *     deleted after it is complete; 0 keeps all
 */
public record BackupOptions(long bytesPerSecondMax, int keepCount) {
  public BackupOptions {
    if (bytesPerSecondMax < 0) {
      throw new IllegalArgumentException(
          "bytesPerSecondMax below 0 bytesPerSecondMax=" + bytesPerSecondMax);
    }
    if (keepCount < 0) {
      throw new IllegalArgumentException("keepCount below 0 keepCount=" + keepCount);
    }
  }

  /** Returns options without limits. */
  public static BackupOptions defaults() {
    return new BackupOptions(0, 0);
  }
}
