/**
 * Backups of a whole store in a folder, and stores restored from them.
 *
 * <p>Start with {@link dev.colonnade.backup.BackupWriter}. A backup is a checkpoint of RocksDB,
 * copied file by file; table files that an earlier backup in the folder has are not copied again.
 * {@link dev.colonnade.backup.BackupFolder} describes the layout.
 */
@NullMarked
package dev.colonnade.backup;

import org.jspecify.annotations.NullMarked;
