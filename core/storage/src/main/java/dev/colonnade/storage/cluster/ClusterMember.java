package dev.colonnade.storage.cluster;

import java.time.Duration;

/**
 * Running member of a cluster: owns the store, takes part in the replicated log, and starts and
 * stops serving through a {@link RoleListener}. Thread-safe; to be closed once.
 */
public interface ClusterMember extends AutoCloseable {
  /** Returns the present state. Never blocks. */
  ClusterStatus status();

  /**
   * Makes another member the leader, and waits until it is one.
   *
   * @throws dev.colonnade.error.ColonnadeException UNKNOWN_OBJECT if there is no such member;
   *     READ_ONLY_TRANSACTION if this is not the leader; DEADLINE_EXCEEDED
   */
  void transferTo(String id, Duration timeout);

  /** Adds a member, which is running already and waits; the leader only. */
  void add(ClusterPeer peer);

  /** Removes a member; the leader only. */
  void remove(String id);

  /** Makes what is applied durable, and truncates the log. */
  void flush();

  /** Stops serving and leaves the log; the other members continue. Idempotent. */
  @Override
  void close();
}
