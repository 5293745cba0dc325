package dev.colonnade.replication.raft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.GroupMismatchException;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Request of a member that starts with an empty folder: whether another member has already received
 * acknowledgements of it. If so, it has lost a store. It must not take part again: entries that it
 * has acknowledged may be lost with its vote, and the leader would wait for a log that is not
 * there.
 *
 * <pre>
 *   request   u8=3 | UTF-8 name
 *   response  i64 commit index of the member as far as known; 0 if it is not known, -1 if the
 *             configuration does not contain the member
 * </pre>
 */
final class MemberHello {
  private static final Logger LOG = LoggerFactory.getLogger(MemberHello.class);

  private static final byte HELLO = 3;

  /** Response of a member that has a configuration, in which the requesting one is not. */
  private static final long NOT_A_MEMBER = -1;

  /** Not a response: the member does not know the group of this cluster. */
  private static final long OTHER_CLUSTER = -2;

  private final ClusterConfig config;
  private final RaftProperties properties;
  private final Parameters parameters;

  MemberHello(ClusterConfig config, RaftProperties properties, Parameters parameters) {
    this.config = requireNonNull(config, "config is null");
    this.properties = requireNonNull(properties, "properties is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
  }

  /**
   * Throws INVALID_CONFIGURATION if a member that can be reached is of another cluster, or, unless
   * this one is joining, knows this one or has a configuration without it.
   */
  void requireFirstStart() {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Map<ClusterPeer, Future<Long>> known = new LinkedHashMap<>();
      for (ClusterPeer peer : config.peers()) {
        if (!peer.id().equals(config.self())) {
          known.put(peer, threads.submit(() -> knownIndex(peer)));
        }
      }
      for (Map.Entry<ClusterPeer, Future<Long>> each : known.entrySet()) {
        requireFirstStart(each.getKey(), each.getValue().get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void requireFirstStart(ClusterPeer peer, long known) {
    if (known == OTHER_CLUSTER) {
      throw refusal(
          ("the member at an address of the list belongs to another cluster than this one:"
                  + " address=%s cluster=%s")
              .formatted(peer.address(), config.cluster()));
    }
    if (config.isJoining()) {
      return;
    }
    if (known == NOT_A_MEMBER) {
      throw refusal(
          ("the cluster runs without this member: start it with --join, and add it (colonnade"
                  + " cluster add %s=%s)")
              .formatted(config.self(), config.selfPeer().address()));
    }
    if (known > 0) {
      throw refusal(
          ("folder is empty, but the other members know this member, which has lost its store:"
                  + " remove it from the cluster (colonnade cluster remove %s), start it with"
                  + " --join, and add it (colonnade cluster add %s=%s); folder=%s knownIndex=%d")
              .formatted(
                  config.self(),
                  config.self(),
                  config.selfPeer().address(),
                  config.folder(),
                  known));
    }
  }

  private static ColonnadeException refusal(String message) {
    return new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message);
  }

  /** Throws INVALID_ARGUMENT if a member, which is to be added, is of another cluster. */
  void requireSameCluster(ClusterPeer peer) {
    if (knownIndex(peer) == OTHER_CLUSTER) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "member cannot be added: name=%s address=%s reason=it belongs to another cluster"
              .formatted(peer.id(), peer.address()));
    }
  }

  /**
   * Returns the index that a member knows of this one; 0 if it does not, or cannot be reached;
   * {@link #NOT_A_MEMBER} or {@link #OTHER_CLUSTER}.
   */
  private long knownIndex(ClusterPeer peer) {
    byte[] name = config.self().getBytes(UTF_8);
    ByteBuffer request = ByteBuffer.allocate(1 + name.length).put(HELLO).put(name).flip();
    try {
      ByteBuffer answer = send(RaftOptions.peer(peer), request);
      return answer.remaining() == Long.BYTES ? answer.getLong() : 0;
    } catch (IOException e) {
      if (isOfAnotherCluster(e)) {
        return OTHER_CLUSTER;
      }
      LOG.info(
          "member was not asked for its knowledge member={} cause={}", peer.id(), e.toString());
      return 0;
    }
  }

  private static boolean isOfAnotherCluster(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GroupMismatchException) {
        return true;
      }
    }
    return false;
  }

  /** Sends a request to another member, and returns the response; empty if it is refused. */
  ByteBuffer send(RaftPeer target, ByteBuffer request) throws IOException {
    try (RaftClient client =
        RaftClient.newBuilder()
            .setProperties(properties)
            .setParameters(parameters)
            .setRaftGroup(RaftGroup.valueOf(RaftOptions.groupId(config.cluster()), target))
            .setRetryPolicy(RetryPolicies.noRetry())
            .build()) {
      RaftClientReply reply =
          client
              .io()
              .sendStaleRead(
                  Message.valueOf(UnsafeByteOperations.unsafeWrap(request)), 0, target.getId());
      return reply.isSuccess()
          ? reply.getMessage().getContent().asReadOnlyByteBuffer()
          : ByteBuffer.allocate(0);
    }
  }

  static boolean isRequest(ByteBuffer message) {
    return message.remaining() > 1 && message.get(message.position()) == HELLO;
  }

  /** Returns the response to a request. */
  static ByteBuffer answer(RaftServer.Division division, ByteBuffer message) {
    ByteBuffer in = message.slice().position(1);
    byte[] name = new byte[in.remaining()];
    in.get(name);
    RaftPeerId id = RaftPeerId.valueOf(new String(name, UTF_8));
    List<RaftPeer> members = List.copyOf(division.getRaftConf().getAllPeers());
    if (!members.isEmpty() && members.stream().noneMatch(member -> member.getId().equals(id))) {
      return ByteBuffer.allocate(Long.BYTES).putLong(NOT_A_MEMBER).flip();
    }
    long known =
        division.getCommitInfos().stream()
            .filter(info -> RaftPeerId.valueOf(info.getServer().getId()).equals(id))
            .mapToLong(info -> Math.max(0, info.getCommitIndex()))
            .findFirst()
            .orElse(0);
    return ByteBuffer.allocate(Long.BYTES).putLong(known).flip();
  }
}
