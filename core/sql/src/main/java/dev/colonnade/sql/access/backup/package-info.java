/**
 * Tables of backups, which statements read. Start at {@link
 * dev.colonnade.sql.access.backup.BackupTables}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.sql.access.backup;

import org.jspecify.annotations.NullMarked;
