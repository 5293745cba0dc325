/**
 * Ordered key-value store: the interface between the database and its storage engine.
 *
 * <p>Start at {@link dev.colonnade.store.Store}, then {@link dev.colonnade.store.Cursor}. A store
 * consists of three independent ordered maps from byte string to byte string ({@link
 * dev.colonnade.store.Space}), changes them atomically together ({@link
 * dev.colonnade.store.Batch}), and reads them at one point in time ({@link
 * dev.colonnade.store.Snapshot}). It is independent of rows, versions and ranges.
 *
 * <p>May depend on {@code key} and {@code memory}.
 */
@NullMarked
package dev.colonnade.store;

import org.jspecify.annotations.NullMarked;
