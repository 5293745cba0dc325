/**
 * Batches of RocksDB, in the format of its log. Start at {@link
 * dev.colonnade.store.rocks.batch.RocksBatch}. Depends on {@code store} and {@code key}.
 */
@NullMarked
package dev.colonnade.store.rocks.batch;

import org.jspecify.annotations.NullMarked;
