/**
 * Truncation of the log, bounded by entries and by bytes: {@link
 * dev.colonnade.replication.retention.LogTruncation} makes the store durable and removes files of
 * the log, {@link dev.colonnade.replication.retention.LogRetention} decides which.
 */
@NullMarked
package dev.colonnade.replication.retention;

import org.jspecify.annotations.NullMarked;
