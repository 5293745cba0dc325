/**
 * Space on the disk of a store: a reserve for the time when the disk is full.
 *
 * <p>Start at {@link dev.colonnade.store.disk.DiskSpace}. May depend on {@code clock}, {@code
 * error} and {@code store.rocks.ffi}.
 */
@NullMarked
package dev.colonnade.store.disk;

import org.jspecify.annotations.NullMarked;
