/**
 * Tables and databases of backups, which statements read and restore. Start at {@link
 * dev.colonnade.sql.access.backup.Backups}. Depends on no other package.
 */
@NullMarked
package dev.colonnade.sql.access.backup;

import org.jspecify.annotations.NullMarked;
