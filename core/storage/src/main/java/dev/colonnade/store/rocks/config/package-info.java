/**
 * Configuration of the RocksDB store: memory, table files, write-ahead log and cursors.
 *
 * <p>Start at {@link dev.colonnade.store.rocks.config.RocksStoreConfig}, which contains the other
 * records. Depends on no other package.
 */
@NullMarked
package dev.colonnade.store.rocks.config;

import org.jspecify.annotations.NullMarked;
