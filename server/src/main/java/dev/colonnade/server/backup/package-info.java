/**
 * Commands that write, list, check and restore backups.
 *
 * <p>Start with {@link dev.colonnade.server.backup.BackupCommand}. The work is done by {@code
 * dev.colonnade.backup}, here for a closed store, in a running server through SQL.
 */
@NullMarked
package dev.colonnade.server.backup;

import org.jspecify.annotations.NullMarked;
