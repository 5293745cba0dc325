package dev.colonnade.replication.retention;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.replication.checkpoint.CheckpointSource;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Truncation of the log of a member. The store is flushed when an interval has passed, or when
 * enough bytes of entries were applied; then the segments that {@link LogRetention} does not keep
 * are removed. Methods are called by one thread at a time, except {@link #bytes}.
 */
public final class LogTruncation {
  private static final Logger LOG = LoggerFactory.getLogger(LogTruncation.class);

  /** Part of the bytes of the log after which the store is flushed. */
  private static final int FLUSHES_IN_LOG = 4;

  private final Supplier<RaftServer.@Nullable Division> division;
  private final LogApplier applier;
  private final MemberStore store;
  private final CheckpointSource checkpoints;
  private final Runnable readDurable;
  private final ClusterConfig.Timing timing;
  private final LogRetention retention;
  private final NanoTicker ticker = NanoTicker.system();

  private long flushedNanos;
  private long flushedBytes;
  private volatile long bytes;

  /**
   * Parts of a member.
   *
   * @param division returns the member's part of Ratis; null before it is started
   * @param readDurable has Ratis read the durable position from its state machine
   */
  public record Parts(
      Supplier<RaftServer.@Nullable Division> division,
      LogApplier applier,
      MemberStore store,
      CheckpointSource checkpoints,
      Runnable readDurable) {}

  public LogTruncation(Parts parts, ClusterConfig.Timing timing) {
    division = requireNonNull(parts.division(), "division is null");
    applier = requireNonNull(parts.applier(), "applier is null");
    store = requireNonNull(parts.store(), "store is null");
    checkpoints = requireNonNull(parts.checkpoints(), "checkpoints is null");
    readDurable = requireNonNull(parts.readDurable(), "readDurable is null");
    this.timing = requireNonNull(timing, "timing is null");
    retention = new LogRetention(timing.retained().entriesMax(), timing.retained().bytesMax());
    flushedNanos = ticker.nanos();
  }

  /** Returns the bytes of the files of the log, as they were at the last call of a method. */
  public long bytes() {
    return bytes;
  }

  /** Makes what is applied durable and truncates the log if it is time; to be called often. */
  public void runIfDue() {
    boolean isTime = ticker.nanos() - flushedNanos >= timing.flushInterval().toNanos();
    long bytesMax = timing.retained().bytesMax() / FLUSHES_IN_LOG;
    if (isTime || applier.applyBytes() - flushedBytes >= bytesMax) {
      if (store.applied().index() > store.durable().index()) {
        flush();
      }
      flushedNanos = ticker.nanos();
      truncate(this::followerIndex);
    }
    measure();
  }

  /**
   * Makes what is applied durable, and truncates the log, also if a member that responds needs it.
   */
  public void run() {
    flush();
    truncate(member -> Long.MAX_VALUE);
    measure();
  }

  private void flush() {
    long applied = applier.applyBytes();
    store.flush();
    readDurable.run();
    flushedBytes = applied;
  }

  /** Source of the index that all members which respond have. */
  private interface Followers {
    long index(RaftServer.Division own);
  }

  private void truncate(Followers followers) {
    RaftServer.Division own = division.get();
    SnapshotInfo durable = own == null ? null : own.getStateMachine().getLatestSnapshot();
    if (own == null || durable == null) {
      return;
    }
    // Before the checkpoint is looked up: one that is made later contains what is durable now.
    long durableIndex = durable.getIndex();
    LogRetention.Needs needs =
        new LogRetention.Needs(
            durableIndex, checkpoints.fetchedIndex(), followers.index(own), storeBytes());
    long removed =
        retention.removedIndex(segments(own), own.getRaftLog().getNextIndex() - 1, needs);
    if (removed > 0) {
      var _ = own.getRaftLog().purge(removed);
    }
  }

  /** Returns the last entry that all members have that respond; this member knows if it leads. */
  private long followerIndex(RaftServer.Division own) {
    long index = Long.MAX_VALUE;
    if (!own.getInfo().isLeader()) {
      return index;
    }
    for (ServerRpcProto follower :
        own.getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList()) {
      if (follower.getLastRpcElapsedTimeMs() <= timing.electionMax().toMillis()) {
        for (CommitInfoProto info : own.getCommitInfos()) {
          if (info.getServer().getId().equals(follower.getId().getId())) {
            index = Math.min(index, info.getCommitIndex());
          }
        }
      }
    }
    return index;
  }

  private void measure() {
    RaftServer.Division own = division.get();
    if (own != null) {
      bytes = segments(own).stream().mapToLong(LogSegment::bytes).sum();
    }
  }

  private static List<LogSegment> segments(RaftServer.Division own) {
    try {
      return LogSegment.list(own.getRaftStorage().getStorageDir().getCurrentDir().toPath());
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("files of the log were not listed", e);
      return List.of();
    }
  }

  private long storeBytes() {
    return bytesOf(store.files());
  }

  /** Returns the bytes of the files in a folder, without those that are removed meanwhile. */
  private static long bytesOf(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("files of the store were not listed", e);
      return 0;
    }
  }
}
