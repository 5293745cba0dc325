/**
 * State in memory of an engine whose store a replicated log changes: catalog, ranges, sequences,
 * statistics, cached columns and the published timestamp follow the store. Start reading at {@link
 * dev.colonnade.storage.replica.ReplicaUpdates}.
 */
@NullMarked
package dev.colonnade.storage.replica;

import org.jspecify.annotations.NullMarked;
