/**
 * Restore of a database of another store into a running one. Start reading at {@code
 * DatabaseRestore}. Depends on {@code storage}.
 */
@NullMarked
package dev.colonnade.storage.restore;

import org.jspecify.annotations.NullMarked;
