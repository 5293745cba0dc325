package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * State machine of Ratis: applies entries to the member's store and reports changes of the role.
 *
 * <p>The position in the store is the truth. After a restart Ratis applies entries from the
 * position of the "latest snapshot", which is the durable position; {@link LogApplier} skips what
 * is applied already.
 */
final class RaftStateMachine extends BaseStateMachine {
  private final MemberStore store;
  private final LogApplier applier;
  private final Events events;

  /** Position that Ratis may rely on. Written by the thread that applies entries. */
  private volatile LogPosition snapshot;

  /** Events of the log, for the member. Methods return quickly, except for the last two. */
  interface Events {
    /** The member is the leader, and everything of earlier terms is applied. */
    void leaderReady();

    /**
     * The leader of the group may have changed.
     *
     * @param isSelf whether this member is elected; it has not appended an entry of the term yet
     */
    void leaderChanged(boolean isSelf);

    /** The log or the store of this member failed. */
    void failed(Throwable cause);

    /** Answers a request of another member. */
    CompletableFuture<Message> request(Message message);

    /** Fetches a checkpoint; the future has the position in it. */
    CompletableFuture<TermIndex> fetchCheckpoint(RoleInfoProto role, TermIndex firstInLog);

    /** Replaces the store by the fetched checkpoint. */
    void installCheckpoint();
  }

  RaftStateMachine(MemberStore store, LogApplier applier, Events events) {
    this.store = requireNonNull(store, "store is null");
    this.applier = requireNonNull(applier, "applier is null");
    this.events = requireNonNull(events, "events is null");
    snapshot = store.durable();
  }

  @Override
  public void initialize(RaftServer server, RaftGroupId groupId, RaftStorage storage)
      throws IOException {
    super.initialize(server, groupId, storage);
    getLifeCycle()
        .startAndTransition(
            () -> {
              snapshot = store.durable();
              setLastAppliedTermIndex(termIndex(snapshot));
            });
  }

  @Override
  public void pause() {
    if (getLifeCycleState() == LifeCycle.State.RUNNING) {
      getLifeCycle().transition(LifeCycle.State.PAUSING);
      getLifeCycle().transition(LifeCycle.State.PAUSED);
    }
  }

  @Override
  public void reinitialize() {
    events.installCheckpoint();
    snapshot = store.durable();
    setLastAppliedTermIndex(termIndex(snapshot));
    if (getLifeCycleState() == LifeCycle.State.PAUSED) {
      getLifeCycle().transition(LifeCycle.State.STARTING);
      getLifeCycle().transition(LifeCycle.State.RUNNING);
    }
  }

  @Override
  public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
    LogEntryProto entry = requireNonNull(transaction.getLogEntry(), "entry is null");
    LogPosition position = new LogPosition(entry.getTerm(), entry.getIndex());
    try {
      applier.apply(position, entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
    } catch (RuntimeException | Error e) {
      // A failed future would let this member go on without the entry.
      events.failed(e);
      throw e;
    }
    updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
    return CompletableFuture.completedFuture(Message.EMPTY);
  }

  @Override
  public void notifyTermIndexUpdated(long term, long index) {
    try {
      applier.skip(new LogPosition(term, index));
    } catch (RuntimeException | Error e) {
      events.failed(e);
      throw e;
    }
    updateLastAppliedTermIndex(term, index);
  }

  /**
   * Reads the durable position. The returned index would permit Ratis to truncate the log; it does
   * not, because {@link dev.colonnade.replication.retention.LogTruncation} decides it.
   */
  @Override
  public long takeSnapshot() {
    snapshot = store.durable();
    return RaftLog.INVALID_LOG_INDEX;
  }

  @Override
  public @Nullable SnapshotInfo getLatestSnapshot() {
    LogPosition position = snapshot;
    return position.equals(LogPosition.START) ? null : new Position(termIndex(position));
  }

  @Override
  public void notifyLeaderReady() {
    events.leaderReady();
  }

  @Override
  public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId newLeader) {
    events.leaderChanged(member.getPeerId().equals(newLeader));
  }

  @Override
  public void notifyLogFailed(Throwable cause, LogEntryProto failedEntry) {
    events.failed(cause);
  }

  @Override
  public CompletableFuture<TermIndex> notifyInstallSnapshotFromLeader(
      RoleInfoProto role, TermIndex firstInLog) {
    return events.fetchCheckpoint(role, firstInLog);
  }

  @Override
  public CompletableFuture<Message> queryStale(Message request, long minIndex) {
    return events.request(request);
  }

  private static TermIndex termIndex(LogPosition position) {
    return TermIndex.valueOf(position.term(), position.index());
  }

  /** Position in the role of a snapshot; its files are never sent by Ratis. */
  private record Position(TermIndex termIndex) implements SnapshotInfo {
    @Override
    public TermIndex getTermIndex() {
      return termIndex;
    }

    @Override
    public List<FileInfo> getFiles() {
      return List.of();
    }
  }
}
