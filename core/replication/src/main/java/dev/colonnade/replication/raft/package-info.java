/**
 * Replicated log on Apache Ratis: the state machine, proposals of a leader, options of the log.
 * Start reading at {@link dev.colonnade.replication.raft.RaftMember}.
 */
@NullMarked
package dev.colonnade.replication.raft;

import org.jspecify.annotations.NullMarked;
