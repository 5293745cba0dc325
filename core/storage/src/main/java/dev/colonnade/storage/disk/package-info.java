/**
 * Behavior of an engine whose disk is full: admission of writes, and stores that are read-only
 * until there is space.
 *
 * <p>Start at {@link dev.colonnade.storage.disk.SpaceAdmission}. May depend on {@code store.disk},
 * {@code store.rocks} and {@code mvcc.commit.extension}.
 */
@NullMarked
package dev.colonnade.storage.disk;

import org.jspecify.annotations.NullMarked;
