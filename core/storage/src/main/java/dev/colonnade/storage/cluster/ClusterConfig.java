package dev.colonnade.storage.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Configuration of one member of a cluster.
 *
 * @param cluster name of the cluster; members of another one are refused
 * @param self name of this member
 * @param peers the members with which the cluster is created, this one included; later changes of
 *     the membership are in the log
 * @param isJoining whether this member was not among them, and waits until it is added
 * @param folder folder of the store
 * @param store caches and files
 * @param timing time-outs and sizes
 * @param tls files for TLS between members; without them the peer port is not encrypted
 */
public record ClusterConfig(
    String cluster,
    String self,
    List<ClusterPeer> peers,
    boolean isJoining,
    Path folder,
    RocksStoreConfig store,
    Timing timing,
    Optional<PeerTls> tls) {
  /** File in the folder of a member's store, with the names of cluster and member. */
  public static final String MEMBER_FILE = "MEMBER";

  /** File in the folder while a member's store becomes that of a server of its own. */
  public static final String LEAVING_FILE = "LEAVING";

  /** Maximum number of members. */
  public static final int MEMBERS_MAX = 9;

  public ClusterConfig {
    requireNonNull(folder, "folder is null");
    requireNonNull(store, "store is null");
    requireNonNull(timing, "timing is null");
    requireNonNull(tls, "tls is null");
    peers = List.copyOf(peers);
    if (!cluster.matches("[A-Za-z0-9_-]{1,64}")) {
      throw invalid(
          "name of a cluster is not 1 to 64 letters, digits, '-' or '_': name=" + cluster);
    }
    if (peers.size() > MEMBERS_MAX) {
      throw invalid("too many members: count=%d max=%d".formatted(peers.size(), MEMBERS_MAX));
    }
    if (peers.stream().map(ClusterPeer::id).distinct().count() < peers.size()
        || peers.stream().map(ClusterPeer::address).distinct().count() < peers.size()) {
      throw invalid("two members have the same name or address: members=" + peers);
    }
    String name = self;
    if (peers.stream().noneMatch(peer -> peer.id().equals(name))) {
      throw invalid("this member is not in the list of members: name=" + self);
    }
  }

  /** Returns this member's own address. */
  public ClusterPeer selfPeer() {
    return peers.stream().filter(peer -> peer.id().equals(self)).findFirst().orElseThrow();
  }

  /**
   * Time-outs and sizes of the log.
   *
   * @param electionMin time without a message of the leader after which a follower may start an
   *     election; above the longest pause of a healthy member. Also bounds how long a leader serves
   *     reads without contact with a majority
   * @param electionMax the time after which it does
   * @param retained applied entries that are kept for members that were away briefly; one that was
   *     away for longer gets a checkpoint
   * @param flushInterval interval at which applied entries are made durable, and the log before
   *     them is truncated
   * @param transferBytesPerSecondMax maximum rate at which this member fetches a checkpoint
   */
  public record Timing(
      Duration electionMin,
      Duration electionMax,
      RetainedLog retained,
      Duration flushInterval,
      long transferBytesPerSecondMax) {
    public static final Timing DEFAULT =
        new Timing(Duration.ofMillis(700), Duration.ofMillis(1200), 100_000, Duration.ofMinutes(1));

    /**
     * Creates time-outs and sizes without a limit of the rate of a transfer, and with the default
     * for the bytes of the log.
     */
    public Timing(
        Duration electionMin, Duration electionMax, long retainedEntries, Duration flushInterval) {
      this(
          electionMin,
          electionMax,
          new RetainedLog(retainedEntries, RetainedLog.BYTES_DEFAULT),
          flushInterval,
          Long.MAX_VALUE);
    }

    public Timing {
      requireNonNull(retained, "retained is null");
      if (electionMin.toMillis() < 50 || electionMin.compareTo(electionMax) >= 0) {
        throw invalid(
            "election time-outs are not ascending from 50 ms: min=%s max=%s"
                .formatted(electionMin, electionMax));
      }
      if (flushInterval.isNegative() || flushInterval.isZero()) {
        throw invalid("not positive: flushInterval=" + flushInterval);
      }
      if (transferBytesPerSecondMax < 1) {
        throw invalid(
            "rate of a transfer is not positive: bytesPerSecond=" + transferBytesPerSecondMax);
      }
    }

    /** Returns the same with another maximum rate of a transfer. */
    public Timing withTransferRate(long bytesPerSecondMax) {
      return new Timing(electionMin, electionMax, retained, flushInterval, bytesPerSecondMax);
    }

    /** Returns the same with other limits of the log. */
    public Timing withRetained(RetainedLog changed) {
      return new Timing(
          electionMin, electionMax, changed, flushInterval, transferBytesPerSecondMax);
    }
  }

  /**
   * Limits of the applied entries in the log; what exceeds one of them is removed.
   *
   * @param entriesMax number of entries
   * @param bytesMax bytes of the files of the log; after a quarter of it, applied entries are made
   *     durable
   */
  public record RetainedLog(long entriesMax, long bytesMax) {
    public static final long BYTES_DEFAULT = 256L << 20;

    /** Smallest limit: the log is divided into files of a quarter of it. */
    public static final long BYTES_MIN = 4L << 20;

    public RetainedLog {
      if (entriesMax < 0 || bytesMax < BYTES_MIN) {
        throw invalid(
            "limits of the log are too small: entriesMax=%d bytesMax=%d"
                .formatted(entriesMax, bytesMax));
      }
    }
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message);
  }
}
