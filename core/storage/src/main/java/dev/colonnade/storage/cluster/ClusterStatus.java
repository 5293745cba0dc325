package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
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
 * @param work appends and applications since the member was started
 * @param members committed membership, with what the leader knows of each
 */
public record ClusterStatus(
    String self,
    Role role,
    long term,
    @Nullable String leader,
    Positions log,
    Work work,
    List<Member> members) {
  /** Age of the applied entries above which a follower is not ready. */
  public static final Duration LAG_MAX = Duration.ofSeconds(10);

  public static final long LAG_UNKNOWN = Long.MAX_VALUE;

  public ClusterStatus {
    requireNonNull(self, "self is null");
    requireNonNull(role, "role is null");
    requireNonNull(log, "log is null");
    requireNonNull(work, "work is null");
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
   * @param bytes bytes of the files of the log here
   */
  public record Positions(
      long committed, long applied, long durable, long appliedAtNanos, long bytes) {}

  /**
   * Work of a member since its start; the quotient of time and number is the mean latency.
   *
   * @param appends entries that this member has appended as the leader and applied
   * @param appendNanos time from the proposals to the applications
   * @param applies entries that were applied to this member's store
   * @param applyNanos time of the applications
   */
  public record Work(long appends, long appendNanos, long applies, long applyNanos) {
    public static final Work NONE = new Work(0, 0, 0, 0);
  }

  /**
   * Member in the membership.
   *
   * @param peer name and address
   * @param matchIndex index up to which its log equals the leader's; -1 if not known here
   */
  public record Member(ClusterPeer peer, long matchIndex) {}

  /** Returns the number of committed entries that are not applied here; 0 if it is not known. */
  public long lagEntries() {
    return Math.max(0, log.committed() - log.applied());
  }

  /**
   * Returns the age of what is applied here, in nanoseconds: a leader appends an entry at least
   * every second. It includes the difference between the clocks of the two machines.
   *
   * @param epochNanos present wall-clock time
   * @return 0 on a leader, {@link #LAG_UNKNOWN} if nothing was applied since the start
   */
  public long lagNanos(long epochNanos) {
    if (role == Role.LEADER) {
      return 0;
    }
    return log.appliedAtNanos() == 0 ? LAG_UNKNOWN : Math.max(0, epochNanos - log.appliedAtNanos());
  }

  /**
   * Returns whether this member serves current data: it is the leader, or a follower that knows the
   * leader and is not behind by more than {@link #LAG_MAX}.
   */
  public boolean isUpToDate(long epochNanos) {
    return switch (role) {
      case LEADER -> true;
      case FOLLOWER -> leader != null && lagNanos(epochNanos) <= LAG_MAX.toNanos();
      case STARTING, CANDIDATE, CLOSED -> false;
    };
  }

  /** Returns the address of the leader, or null. */
  public @Nullable ClusterPeer leaderPeer() {
    return members.stream()
        .map(Member::peer)
        .filter(peer -> peer.id().equals(leader))
        .findFirst()
        .orElse(null);
  }
}
