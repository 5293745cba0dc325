package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Administrative requests of this member to its own log: membership, leadership, truncation. */
final class MembershipRequests {
  private static final Logger LOG = LoggerFactory.getLogger(MembershipRequests.class);

  private static final long SNAPSHOT_TIMEOUT_MILLIS = 60_000;
  private static final Duration STEP_DOWN_MAX = Duration.ofSeconds(3);

  private final RaftServer server;
  private final RaftGroupId group;
  private final long silentMillisMax;
  private final ClientId client = ClientId.randomId();
  private final AtomicLong calls = new AtomicLong();

  /**
   * Creates requests of a member.
   *
   * @param silentMillisMax time after the last response of a member that makes it one that does not
   *     respond
   */
  MembershipRequests(RaftServer server, RaftGroupId group, long silentMillisMax) {
    this.server = requireNonNull(server, "server is null");
    this.group = requireNonNull(group, "group is null");
    this.silentMillisMax = silentMillisMax;
  }

  /**
   * Makes another member the leader. No effect if it is this one.
   *
   * @param before run when the request is valid, before leadership is handed over
   * @param failed run if it is not handed over after that
   */
  void transferTo(String id, Duration timeout, Runnable before, Runnable failed) {
    RaftPeer target;
    try {
      requireLeader();
      target = require(id);
      if (target.getId().equals(server.getId())) {
        return;
      }
      requireResponding(target);
    } catch (IOException e) {
      throw failed(e);
    }
    before.run();
    try {
      giveLeadership(target.getId(), timeout);
    } catch (IOException e) {
      failed.run();
      throw failed(e);
    }
  }

  /**
   * Makes the follower with most of the log the leader, if this member leads and a majority of all
   * responds without it. Returns when it leads, or has not become the leader in time.
   *
   * @param silentMillis time since the last response of a follower that may become the leader
   * @param before run before leadership is handed over; this member does not serve as the leader
   *     after that
   */
  void handOver(Duration timeout, long silentMillis, Runnable before) {
    try {
      RaftServer.Division division = server.getDivision(group);
      RaftPeerId next = division.getInfo().isLeader() ? nextLeader(division, silentMillis) : null;
      if (next == null) {
        return;
      }
      before.run();
      giveLeadership(next, timeout);
      LOG.info("leadership was handed over member={}", next);
    } catch (IOException | RuntimeException e) {
      LOG.info("leadership was not handed over, an election follows: {}", e.toString());
    }
  }

  /**
   * Returns the follower that responds and has applied most; null if those that respond are no
   * majority without this member: none of them could serve.
   */
  private static @Nullable RaftPeerId nextLeader(RaftServer.Division division, long silentMillis) {
    Map<RaftPeerId, Long> committed = new HashMap<>();
    for (CommitInfoProto member : division.getCommitInfos()) {
      committed.put(RaftPeerId.valueOf(member.getServer().getId()), member.getCommitIndex());
    }
    List<ServerRpcProto> followers =
        division.getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
    List<RaftPeerId> responding =
        followers.stream()
            .filter(follower -> follower.getLastRpcElapsedTimeMs() <= silentMillis)
            .map(follower -> RaftPeerId.valueOf(follower.getId().getId()))
            .toList();
    return 2 * responding.size() > followers.size() + 1
        ? Collections.max(
            responding, Comparator.comparing(follower -> committed.getOrDefault(follower, -1L)))
        : null;
  }

  /**
   * Gives the leadership up, so that another term follows.
   *
   * @throws ColonnadeException if this member does not lead
   */
  void stepDown() {
    try {
      giveLeadership(null, STEP_DOWN_MAX);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Requests that this member hands leadership over; waits until another one leads.
   *
   * @param next the next leader; null if an election is to find it
   */
  private void giveLeadership(@Nullable RaftPeerId next, Duration timeout) throws IOException {
    requireSuccess(
        server.transferLeadership(
            new TransferLeadershipRequest(
                client, server.getId(), group, calls.incrementAndGet(), next, timeout.toMillis())));
  }

  /** Throws WRONG_STATE if a follower does not respond: writes would be refused for nothing. */
  private void requireResponding(RaftPeer target) throws IOException {
    long silentMillis =
        server
            .getDivision(group)
            .getInfo()
            .getRoleInfoProto()
            .getLeaderInfo()
            .getFollowerInfoList()
            .stream()
            .filter(each -> RaftPeerId.valueOf(each.getId().getId()).equals(target.getId()))
            .mapToLong(ServerRpcProto::getLastRpcElapsedTimeMs)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    if (silentMillis > silentMillisMax) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "the member does not respond, leadership cannot be transferred to it: name="
              + target.getId());
    }
  }

  void add(ClusterPeer peer) {
    try {
      List<RaftPeer> members = new ArrayList<>(members());
      if (members.stream().anyMatch(member -> member.getId().toString().equals(peer.id()))) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_OBJECT, "the cluster has this member: name=" + peer.id());
      }
      members.add(RaftOptions.peer(peer));
      set(members);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  void remove(String id) {
    try {
      RaftPeer gone = require(id);
      set(members().stream().filter(member -> !member.getId().equals(gone.getId())).toList());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void set(List<RaftPeer> members) throws IOException {
    requireLeader();
    requireSuccess(
        server.setConfiguration(
            new SetConfigurationRequest(
                client,
                server.getId(),
                group,
                calls.incrementAndGet(),
                SetConfigurationRequest.Arguments.newBuilder()
                    .setServersInNewConf(members)
                    .setServersInCurrentConf(members())
                    .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                    .build())));
  }

  /** Has the state machine read the durable position. */
  void createSnapshot() {
    try {
      requireSuccess(
          server.snapshotManagement(
              SnapshotManagementRequest.newCreate(
                  client,
                  server.getId(),
                  group,
                  calls.incrementAndGet(),
                  SNAPSHOT_TIMEOUT_MILLIS,
                  1)));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private List<RaftPeer> members() throws IOException {
    return List.copyOf(server.getDivision(group).getRaftConf().getCurrentPeers());
  }

  private RaftPeer require(String id) throws IOException {
    return members().stream()
        .filter(member -> member.getId().equals(RaftPeerId.valueOf(id)))
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.UNKNOWN_OBJECT, "the cluster has no such member: name=" + id));
  }

  /** Throws READ_ONLY_TRANSACTION if this member is not the leader. */
  void requireLeader() {
    try {
      if (!server.getDivision(group).getInfo().isLeader()) {
        throw new ColonnadeException(
            ErrorCode.READ_ONLY_TRANSACTION,
            "this member is not the leader: leader="
                + server.getDivision(group).getInfo().getLeaderId());
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void requireSuccess(RaftClientReply reply) throws IOException {
    if (!reply.isSuccess()) {
      throw reply.getException() == null
          ? new IOException("request was refused: " + reply)
          : reply.getException();
    }
  }

  private static ColonnadeException failed(IOException cause) {
    return new ColonnadeException(
        ErrorCode.DEADLINE_EXCEEDED, "cluster did not carry out the request cause=" + cause, cause);
  }
}
