package dev.colonnade.replication.raft;

import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterStatus;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** Status of a member from what Ratis and the store report. */
final class MemberStatus {
  private static final long UNKNOWN = -1;

  private MemberStatus() {}

  /** Progress of the application of the log, see {@link ClusterStatus.Positions}. */
  record Progress(long appliedIndex, long appliedAtNanos, long logBytes, ClusterStatus.Work work) {}

  static ClusterStatus of(
      ClusterConfig config,
      RaftServer.@Nullable Division division,
      MemberStore store,
      long servedTerm,
      Progress progress) {
    if (division == null || !division.getInfo().isAlive()) {
      return new ClusterStatus(
          config.self(),
          ClusterStatus.Role.CLOSED,
          0,
          null,
          new ClusterStatus.Positions(UNKNOWN, UNKNOWN, UNKNOWN, 0, 0),
          progress.work(),
          List.of());
    }
    DivisionInfo info = division.getInfo();
    RaftPeerId leader = info.getLeaderId();
    return new ClusterStatus(
        config.self(),
        role(info, servedTerm),
        info.getCurrentTerm(),
        leader == null ? null : leader.toString(),
        new ClusterStatus.Positions(
            division.getRaftLog().getLastCommittedIndex(),
            progress.appliedIndex(),
            store.durable().index(),
            progress.appliedAtNanos(),
            progress.logBytes()),
        progress.work(),
        members(division));
  }

  private static ClusterStatus.Role role(DivisionInfo info, long servedTerm) {
    return switch (info.getCurrentRole()) {
      case LEADER ->
          servedTerm == info.getCurrentTerm()
              ? ClusterStatus.Role.LEADER
              : ClusterStatus.Role.STARTING;
      case CANDIDATE -> ClusterStatus.Role.CANDIDATE;
      case FOLLOWER, LISTENER, UNRECOGNIZED -> ClusterStatus.Role.FOLLOWER;
    };
  }

  private static List<ClusterStatus.Member> members(RaftServer.Division division) {
    List<ClusterStatus.Member> members = new ArrayList<>();
    List<RaftPeer> peers = List.copyOf(division.getRaftConf().getCurrentPeers());
    for (RaftPeer peer : peers) {
      members.add(new ClusterStatus.Member(RaftOptions.peer(peer), matchIndex(division, peer)));
    }
    return members;
  }

  /** Returns the index up to which a member has the log, as its last message stated. */
  private static long matchIndex(RaftServer.Division division, RaftPeer peer) {
    return division.getCommitInfos().stream()
        .filter(info -> RaftPeerId.valueOf(info.getServer().getId()).equals(peer.getId()))
        .mapToLong(info -> info.getCommitIndex())
        .findFirst()
        .orElse(UNKNOWN);
  }
}
