package dev.colonnade.backup;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * File of a backup.
 *
 * @param name name in the store's RocksDB folder, without a path
 * @param byteCount size in bytes
 * @param checksum SHA-256 of the content in hexadecimal digits; also the name in the backup folder
 */
record BackupFile(String name, long byteCount, String checksum) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
  private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{64}");
  private static final String TABLE_SUFFIX = ".sst";

  BackupFile {
    requireNonNull(name, "name is null");
    requireNonNull(checksum, "checksum is null");
    // A manifest is input: a name with a path would be written outside of the restored store.
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not the name of a file name=" + name);
    }
    if (byteCount < 0) {
      throw new IllegalArgumentException("byteCount below 0 byteCount=" + byteCount);
    }
    if (!CHECKSUM.matcher(checksum).matches()) {
      throw new IllegalArgumentException("not a checksum checksum=" + checksum);
    }
  }

  /** Returns whether a file of this name never changes, and its name is never used again. */
  static boolean isImmutable(String name) {
    return name.endsWith(TABLE_SUFFIX);
  }
}
