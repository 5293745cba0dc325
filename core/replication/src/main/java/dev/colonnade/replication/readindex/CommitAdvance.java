package dev.colonnade.replication.readindex;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.util.LifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Advance of a follower's commit index to a read index. The leader of Ratis sends its commit index
 * with the next entry or heartbeat only, on which a linearizable read of a follower would wait if
 * nothing is written.
 *
 * <p>An entry that the leader has applied is committed. If the follower's log has an entry of the
 * same term and index, it is the same one, and so are all before it. So the follower handles a
 * heartbeat of that leader with that commit index, as if it had arrived with the response.
 */
public final class CommitAdvance {
  private static final Logger LOG = LoggerFactory.getLogger(CommitAdvance.class);

  /** Maximum number of looks for an entry that is on its way, in intervals that double. */
  private static final int ATTEMPTS_MAX = 8;

  private final RaftServer server;

  public CommitAdvance(RaftServer server) {
    this.server = requireNonNull(server, "server is null");
  }

  /** Advances the commit index when the log has the entry. Returns at once. */
  public void advance(RaftServer.Division own, RaftPeerId leader, ReadIndex index) {
    attempt(own, leader, index, 0);
  }

  private void attempt(
      RaftServer.Division own, RaftPeerId leader, ReadIndex index, int attemptsBefore) {
    if (own.getRaftLog().getLastCommittedIndex() >= index.index()
        || own.getInfo().getLifeCycleState() != LifeCycle.State.RUNNING) {
      return;
    }
    TermIndex wanted = TermIndex.valueOf(index.position().term(), index.index());
    if (wanted.equals(own.getRaftLog().getTermIndex(index.index()))) {
      handle(heartbeat(own, leader, index, wanted));
    } else if (attemptsBefore < ATTEMPTS_MAX) {
      Executor later =
          CompletableFuture.delayedExecutor(
              1L << attemptsBefore, TimeUnit.MILLISECONDS, Thread::startVirtualThread);
      later.execute(() -> attempt(own, leader, index, attemptsBefore + 1));
    }
  }

  /** A heartbeat that is refused has no effect; the next one of the leader follows. */
  private void handle(AppendEntriesRequestProto heartbeat) {
    try {
      var _ =
          server
              .appendEntriesAsync(heartbeat)
              .whenComplete(
                  (reply, failure) -> {
                    if (failure != null || reply.getResult() != AppendResult.SUCCESS) {
                      LOG.debug("commit index was not advanced reply={}", reply, failure);
                    }
                  });
    } catch (IOException | RuntimeException e) {
      LOG.debug("commit index was not advanced", e);
    }
  }

  private static AppendEntriesRequestProto heartbeat(
      RaftServer.Division own, RaftPeerId leader, ReadIndex index, TermIndex entry) {
    return AppendEntriesRequestProto.newBuilder()
        .setServerRequest(
            RaftRpcRequestProto.newBuilder()
                .setRequestorId(leader.toByteString())
                .setReplyId(own.getId().toByteString())
                .setRaftGroupId(
                    RaftGroupIdProto.newBuilder()
                        .setId(own.getGroup().getGroupId().toByteString())))
        .setLeaderTerm(index.leaderTerm())
        .setPreviousLog(entry.toProto())
        .setLeaderCommit(index.index())
        .build();
  }
}
