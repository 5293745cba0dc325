/**
 * Entries of the replicated log and their application to the store of a member: what does not
 * depend on the implementation of the log. Start reading at {@link
 * dev.colonnade.replication.log.LogApplier}.
 */
@NullMarked
package dev.colonnade.replication.log;

import org.jspecify.annotations.NullMarked;
