/**
 * States of a store that backups and archives have. Start reading at {@code RestoreSource}. Depends
 * on {@code archive} and {@code backup}.
 */
@NullMarked
package dev.colonnade.archive.restore;

import org.jspecify.annotations.NullMarked;
