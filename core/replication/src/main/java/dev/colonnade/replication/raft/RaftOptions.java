package dev.colonnade.replication.raft;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.replication.appender.MemberRpcType;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/**
 * Options of Ratis for a member. Every option that matters is set: documented defaults differ from
 * those in the code.
 */
final class RaftOptions {
  private static final int HEADROOM_BYTES = 1 << 20;
  private static final int RPC_THREADS = 16;
  private static final long SEGMENT_BYTES_MAX = 64L << 20;
  private static final long CACHE_BYTES_MIN = 16L << 20;
  private static final long CACHE_BYTES_MAX = 192L << 20;

  /**
   * Maximum number of complete files in memory, which their size limits long before: every term
   * begins a file. A file that is removed from memory while the log is closed, by default each one
   * after six terms, keeps Ratis from closing it: both wait for each other.
   */
  private static final int CACHED_SEGMENTS_MAX = 100_000;

  /** Part of the heap for complete files of the log; the file in use has at most half as much. */
  private static final int CACHES_IN_HEAP = 8;

  /**
   * Minimum number of files into which the retained log is divided, which are removed as a whole.
   */
  private static final int SEGMENTS_MIN = 4;

  private RaftOptions() {}

  static RaftProperties of(ClusterConfig config) {
    return of(config, Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns the options of a member.
   *
   * @param heapBytes maximum size of the heap, of which entries of the log take a part
   */
  static RaftProperties of(ClusterConfig config, long heapBytes) {
    RaftProperties properties = new RaftProperties();
    RaftConfigKeys.Rpc.setType(properties, new MemberRpcType());
    ClusterPeer self = config.selfPeer();
    GrpcConfigKeys.Server.setHost(properties, self.host());
    GrpcConfigKeys.Server.setPort(properties, self.port());
    RaftServerConfigKeys.setStorageDir(properties, List.of(folder(config.folder()).toFile()));
    setSizes(properties);
    setTimes(properties, config.timing());
    setSegments(properties, config.timing().retained(), heapBytes);
    setLog(properties);
    RaftServerConfigKeys.ThreadPool.setProxyCached(properties, true);
    RaftServerConfigKeys.ThreadPool.setServerCached(properties, false);
    RaftServerConfigKeys.ThreadPool.setServerSize(properties, RPC_THREADS);
    RaftServerConfigKeys.ThreadPool.setClientCached(properties, false);
    RaftServerConfigKeys.ThreadPool.setClientSize(properties, RPC_THREADS);
    return properties;
  }

  /** Returns the parameters of Ratis that are objects: those of TLS between members. */
  static Parameters parameters(@Nullable ReloadingCertificates certificates) {
    Parameters parameters = new Parameters();
    if (certificates != null) {
      GrpcConfigKeys.TLS.setConf(parameters, certificates.forRatis());
    }
    return parameters;
  }

  /** Returns the folder of the log below that of the store. */
  static Path folder(Path store) {
    return store.resolve("log");
  }

  /** Buffers hold the largest entry; several keys must be raised together. */
  private static void setSizes(RaftProperties properties) {
    SizeInBytes entry = SizeInBytes.valueOf((long) LogEntry.BATCH_BYTES_MAX + HEADROOM_BYTES);
    SizeInBytes buffer = SizeInBytes.valueOf((long) LogEntry.BATCH_BYTES_MAX + 2 * HEADROOM_BYTES);
    SizeInBytes message = SizeInBytes.valueOf(2L * LogEntry.BATCH_BYTES_MAX + 16 * HEADROOM_BYTES);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, entry);
    RaftServerConfigKeys.Log.setWriteBufferSize(properties, buffer);
    GrpcConfigKeys.setMessageSizeMax(properties, message);
  }

  private static void setTimes(RaftProperties properties, ClusterConfig.Timing timing) {
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(timing.electionMin().toMillis()));
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(timing.electionMax().toMillis()));
    // No shorter time-out for the first election: leases rely on the minimum.
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(
        properties, millis(timing.electionMin().toMillis()));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(
        properties, millis(timing.electionMax().toMillis()));
    RaftServerConfigKeys.Rpc.setRequestTimeout(
        properties, millis(2 * timing.electionMax().toMillis()));
    // Proposals are never sent again, so that the cache of replies serves no purpose.
    RaftServerConfigKeys.RetryCache.setExpiryTime(
        properties, TimeDuration.valueOf(2, TimeUnit.SECONDS));
    RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(
        properties, millis(timing.electionMax().toMillis()));
    // A process that was stopped for minutes continues as a follower.
    RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(1, TimeUnit.DAYS));
  }

  /** The entries of the file in use are in memory, and those of the files before up to a limit. */
  private static void setSegments(
      RaftProperties properties, ClusterConfig.RetainedLog retained, long heapBytes) {
    long cacheBytes = Math.clamp(heapBytes / CACHES_IN_HEAP, CACHE_BYTES_MIN, CACHE_BYTES_MAX);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, SizeInBytes.valueOf(cacheBytes));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, CACHED_SEGMENTS_MAX);
    long segmentBytes = Math.min(SEGMENT_BYTES_MAX, retained.bytesMax() / SEGMENTS_MIN);
    RaftServerConfigKeys.Log.setSegmentSizeMax(
        properties, SizeInBytes.valueOf(Math.min(segmentBytes, cacheBytes / 2)));
  }

  private static void setLog(RaftProperties properties) {
    // Written with zeros and synced at the first entry of each term, on which its leader waits.
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.valueOf("256KB"));
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, false);
    RaftServerConfigKeys.Log.setAsyncFlushEnabled(properties, false);
    RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, false);
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    // Ratis does not truncate the log by itself; see the package retention.
    RaftServerConfigKeys.Log.setPurgePreservationLogNum(properties, 0);
    RaftServerConfigKeys.Log.setPurgeGap(properties, 1);
    // A follower appends on the thread that receives, without two changes of threads.
    RaftServerConfigKeys.Log.setAppendEntriesComposeEnabled(properties, false);
    // Checkpoints are fetched by the member that needs one; see the package checkpoint.
    RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(properties, false);
    // By default a member that was away for half a minute is contacted every five seconds only.
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "1ms,10, 200ms,1000000000");
    // By default an entry is sent a millisecond after the one before at the earliest.
    RaftServerConfigKeys.Log.Appender.setWaitTimeMin(properties, millis(0));
    // This module requests them, by time.
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, false);
    RaftServerConfigKeys.Snapshot.setCreationGap(properties, 1);
  }

  private static TimeDuration millis(long millis) {
    return TimeDuration.valueOf(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns the id of the group of a cluster; members of other clusters have another one. */
  static RaftGroupId groupId(String cluster) {
    return RaftGroupId.valueOf(
        UUID.nameUUIDFromBytes(("colonnade cluster " + cluster).getBytes(UTF_8)));
  }

  static RaftPeer peer(ClusterPeer peer) {
    return RaftPeer.newBuilder().setId(peer.id()).setAddress(peer.address()).build();
  }

  static ClusterPeer peer(RaftPeer peer) {
    String address = peer.getAddress();
    int colon = address.lastIndexOf(':');
    return new ClusterPeer(
        peer.getId().toString(),
        address.substring(0, colon),
        Integer.parseInt(address.substring(colon + 1)));
  }
}
