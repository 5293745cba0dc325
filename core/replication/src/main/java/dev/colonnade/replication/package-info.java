/**
 * Replication of a store by a replicated log: {@link dev.colonnade.replication.RaftClusterProvider}
 * starts a member ({@code raft.RaftMember}). See {@code docs/replication.md}.
 */
@NullMarked
package dev.colonnade.replication;

import org.jspecify.annotations.NullMarked;
