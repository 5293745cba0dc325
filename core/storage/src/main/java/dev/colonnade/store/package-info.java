/**
 * Ordered bytes: what the database asks of the engine below it.
 *
 * <p>Start at {@link dev.colonnade.store.Store}, then {@link dev.colonnade.store.Cursor}. A store
 * holds three independent ordered maps from byte string to byte string ({@link
 * dev.colonnade.store.Space}), changes them atomically together ({@link
 * dev.colonnade.store.Batch}), and reads them at one point in time ({@link
 * dev.colonnade.store.Snapshot}). It knows nothing of rows, versions or ranges.
 *
 * <p>May depend on {@code key}, {@code memory} and {@code error}.
 */
@NullMarked
package dev.colonnade.store;

import org.jspecify.annotations.NullMarked;
