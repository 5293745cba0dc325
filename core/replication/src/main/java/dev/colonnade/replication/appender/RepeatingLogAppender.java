package dev.colonnade.replication.appender;

import java.util.function.LongPredicate;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.statemachine.SnapshotInfo;

/**
 * Log appender that sends the last entry again if its acknowledgement was lost.
 *
 * <p>When a connection to a follower ends, Ratis forgets the requests that were not answered, and
 * leaves the index of the next entry unchanged (RATIS-1835). If the follower lacks the entries, its
 * answer to the next heartbeat states so. If it has them, the heartbeat succeeds, and answers to
 * heartbeats acknowledge no entry: the leader learns that the follower has them only from the
 * acknowledgement of a later entry. There is none if the entry is the first one of a term and no
 * other follower acknowledges it, since the leader accepts no entry before that one is committed:
 * such a cluster had a leader that never served.
 */
final class RepeatingLogAppender extends GrpcLogAppender {
  RepeatingLogAppender(RaftServer.Division server, LeaderState leaderState, FollowerInfo follower) {
    super(server, leaderState, follower);
  }

  /** Runs under the lock of the index of the next entry. */
  @Override
  public AppendEntriesRequestProto newAppendEntriesRequest(long callId, boolean heartbeat)
      throws RaftLogIOException {
    FollowerInfo follower = getFollower();
    if (!hasPendingDataRequests()
        && isConnected(follower)
        && isUnacknowledged(
            follower.getNextIndex(),
            getRaftLog().getNextIndex(),
            Math.max(follower.getMatchIndex(), follower.getCommitIndex()))
        && canRepeat(follower.getNextIndex() - 1, this::isKnown)) {
      follower.setNextIndex(follower.getNextIndex() - 1);
    }
    return super.newAppendEntriesRequest(callId, heartbeat);
  }

  /** Returns whether Ratis finds the position of an entry, in the log or as that of a snapshot. */
  private boolean isKnown(long index) {
    if (getRaftLog().getTermIndex(index) != null) {
      return true;
    }
    SnapshotInfo snapshot = getServer().getStateMachine().getLatestSnapshot();
    return snapshot != null && snapshot.getTermIndex().getIndex() == index;
  }

  /** A follower that is away is sent heartbeats, which are small, until it answers one. */
  private boolean isConnected(FollowerInfo follower) {
    return follower.getLastRpcResponseTime().elapsedTimeMs()
        < getServer().properties().minRpcTimeoutMs();
  }

  /**
   * Returns whether a follower was sent the whole log and has not acknowledged the last entry.
   *
   * @param next index of the next entry for the follower
   * @param end index of the next entry of the log
   * @param acknowledged index up to which the follower is known to have the log; -1 if none
   */
  static boolean isUnacknowledged(long next, long end, long acknowledged) {
    return next == end && acknowledged < next - 1;
  }

  /**
   * Returns whether an entry of the log can be sent: with the position of the entry before it,
   * which may be in a snapshot only. If the snapshot goes on from there, the entry was applied, and
   * so acknowledged by a majority: the leader can do without the acknowledgement of this follower.
   */
  static boolean canRepeat(long index, LongPredicate isKnown) {
    return index == RaftLog.LEAST_VALID_LOG_INDEX || isKnown.test(index - 1);
  }
}
