package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of one member, as it knows it.
 *
 * @param self name of the member
 * @param role its role
 * @param term present term of the log
 * @param leader name of the leader, null if it is not known
 * @param log positions in the log
 * @param members committed membership, with what the leader knows of each
 */
public record ClusterStatus(
    String self,
    Role role,
    long term,
    @Nullable String leader,
    Positions log,
    List<Member> members) {
  public ClusterStatus {
    requireNonNull(self, "self is null");
    requireNonNull(role, "role is null");
    requireNonNull(log, "log is null");
    members = List.copyOf(members);
  }

  /** Role of a member. */
  public enum Role {
    /** Leader that serves. */
    LEADER,
    /** Leader of a new term that does not serve yet. */
    STARTING,
    FOLLOWER,
    CANDIDATE,
    /** Stopped, or failed. */
    CLOSED
  }

  /**
   * Positions in the log.
   *
   * @param committed index up to which a majority has the log
   * @param applied index up to which it is applied here
   * @param durable index up to which it is in table files here
   * @param appliedAtNanos wall-clock time at which the last applied entry was proposed, in
   *     nanoseconds since 1970; 0 if none was applied since the start
   */
  public record Positions(long committed, long applied, long durable, long appliedAtNanos) {}

  /**
   * Member in the membership.
   *
   * @param peer name and address
   * @param matchIndex index up to which its log equals the leader's; -1 if not known here
   */
  public record Member(ClusterPeer peer, long matchIndex) {}

  /** Returns the address of the leader, or null. */
  public @Nullable ClusterPeer leaderPeer() {
    return members.stream()
        .map(Member::peer)
        .filter(peer -> peer.id().equals(leader))
        .findFirst()
        .orElse(null);
  }
}
