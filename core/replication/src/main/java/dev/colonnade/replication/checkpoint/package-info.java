/**
 * Transfer of RocksDB checkpoints to members that the log does not reach any more: {@link
 * dev.colonnade.replication.checkpoint.CheckpointSource} serves one, {@link
 * dev.colonnade.replication.checkpoint.CheckpointFetch} copies it. Requests are messages between
 * members; how they are sent is not known here.
 */
@NullMarked
package dev.colonnade.replication.checkpoint;

import org.jspecify.annotations.NullMarked;
