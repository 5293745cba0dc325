/**
 * Stores that the engine of a member works on: {@link dev.colonnade.replication.store.LeaderStore},
 * whose writes go through the log, and {@link dev.colonnade.replication.store.FollowerStore}, which
 * refuses them. Reads go to the member's own RocksDB.
 */
@NullMarked
package dev.colonnade.replication.store;

import org.jspecify.annotations.NullMarked;
