package dev.colonnade.replication.raft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Request of a member that starts to the other members. If they write another format of the log,
 * one of them would misread or refuse entries. If its folder is empty and another member has
 * already received acknowledgements of it, it has lost a store. It must not take part again:
 * entries that it has acknowledged may be lost with its vote, and the leader would wait for a log
 * that is not there.
 *
 * <pre>
 *   request   u8=3 | UTF-8 name
 *   response  i64 commit index of the member as far as known; 0 if it is not known, -1 if the
 *             configuration does not contain the member
 *             i32 format of the entries that the responding member writes; missing in format 1
 * </pre>
 */
final class MemberHello {
  private static final Logger LOG = LoggerFactory.getLogger(MemberHello.class);

  private static final byte HELLO = 3;

  /** Response of a member that has a configuration, in which the requesting one is not. */
  private static final long NOT_A_MEMBER = -1;

  /** Format of the log of versions whose response does not contain it. */
  private static final int FIRST_FORMAT = 1;

  private final ClusterConfig config;
  private final Sender sender;

  /** Sender of requests to other members. */
  interface Sender {
    /** Sends a request to another member, and returns the response; empty if it is refused. */
    ByteBuffer send(RaftPeer target, ByteBuffer request) throws IOException;
  }

  /** Response of another member. */
  private enum Kind {
    /** It cannot be reached, or does not respond yet. */
    NONE,
    /** It does not know the group of this cluster. */
    OTHER_CLUSTER,
    KNOWN
  }

  /**
   * Response of another member.
   *
   * @param index index that it knows of the requesting member, or {@link #NOT_A_MEMBER}
   * @param format format of the entries that it writes
   */
  private record Answer(Kind kind, long index, int format) {
    static final Answer NONE = new Answer(Kind.NONE, 0, LogEntry.FORMAT);
    static final Answer OTHER_CLUSTER = new Answer(Kind.OTHER_CLUSTER, 0, LogEntry.FORMAT);

    static Answer decode(ByteBuffer response) {
      return response.remaining() < Long.BYTES
          ? NONE
          : new Answer(
              Kind.KNOWN,
              response.getLong(),
              response.remaining() < Integer.BYTES ? FIRST_FORMAT : response.getInt());
    }

    /** Returns how the format differs from that of this version; empty if it does not. */
    Optional<String> difference() {
      return format == LogEntry.FORMAT
          ? Optional.empty()
          : Optional.of(
              "its version writes another format of the log: format=%d expected=%d"
                  .formatted(format, LogEntry.FORMAT));
    }
  }

  MemberHello(ClusterConfig config, Sender sender) {
    this.config = requireNonNull(config, "config is null");
    this.sender = requireNonNull(sender, "sender is null");
  }

  /**
   * Throws INVALID_CONFIGURATION if a member that can be reached is of another cluster or of
   * another version of the log, or, unless this one is joining, knows this one or has a
   * configuration without it.
   */
  void requireFirstStart() {
    answers().forEach(this::requireFirstStart);
  }

  /**
   * Throws INVALID_CONFIGURATION if a member that can be reached is of another version of the log.
   */
  void requireSameFormat() {
    answers().forEach(MemberHello::requireSameFormat);
  }

  private static void requireSameFormat(ClusterPeer peer, Answer answer) {
    answer
        .difference()
        .ifPresent(
            reason -> {
              throw refusal(
                  ("a member of another version runs: stop all members, and start them with one"
                          + " version: member=%s address=%s reason=%s")
                      .formatted(peer.id(), peer.address(), reason));
            });
  }

  private Map<ClusterPeer, Answer> answers() {
    Map<ClusterPeer, Answer> answers = new LinkedHashMap<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Map<ClusterPeer, Future<Answer>> pending = new LinkedHashMap<>();
      for (ClusterPeer peer : config.peers()) {
        if (!peer.id().equals(config.self())) {
          pending.put(peer, threads.submit(() -> answer(peer)));
        }
      }
      for (Map.Entry<ClusterPeer, Future<Answer>> each : pending.entrySet()) {
        answers.put(each.getKey(), each.getValue().get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answers;
  }

  private void requireFirstStart(ClusterPeer peer, Answer known) {
    if (known.kind() == Kind.OTHER_CLUSTER) {
      throw refusal(
          ("the member at an address of the list belongs to another cluster than this one:"
                  + " address=%s cluster=%s")
              .formatted(peer.address(), config.cluster()));
    }
    requireSameFormat(peer, known);
    if (config.isJoining()) {
      return;
    }
    if (known.index() == NOT_A_MEMBER) {
      throw refusal(
          ("the cluster runs without this member: start it with --join, and add it (colonnade"
                  + " cluster add %s=%s)")
              .formatted(config.self(), config.selfPeer().address()));
    }
    if (known.index() > 0) {
      throw refusal(
          ("folder is empty, but the other members know this member, which has lost its store:"
                  + " remove it from the cluster (colonnade cluster remove %s), start it with"
                  + " --join, and add it (colonnade cluster add %s=%s); folder=%s knownIndex=%d")
              .formatted(
                  config.self(),
                  config.self(),
                  config.selfPeer().address(),
                  config.folder(),
                  known.index()));
    }
  }

  private static ColonnadeException refusal(String message) {
    return new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message);
  }

  /**
   * Throws INVALID_ARGUMENT if a member, which is to be added, is of another cluster or of another
   * version of the log.
   */
  void requireSameCluster(ClusterPeer peer) {
    Answer answer = answer(peer);
    if (answer.kind() == Kind.OTHER_CLUSTER) {
      throw cannotAdd(peer, "it belongs to another cluster");
    }
    answer
        .difference()
        .ifPresent(
            reason -> {
              throw cannotAdd(peer, reason);
            });
  }

  private static ColonnadeException cannotAdd(ClusterPeer peer, String reason) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "member cannot be added: name=%s address=%s reason=%s"
            .formatted(peer.id(), peer.address(), reason));
  }

  private Answer answer(ClusterPeer peer) {
    byte[] name = config.self().getBytes(UTF_8);
    ByteBuffer request = ByteBuffer.allocate(1 + name.length).put(HELLO).put(name).flip();
    try {
      return Answer.decode(sender.send(RaftOptions.peer(peer), request));
    } catch (IOException e) {
      if (isOfAnotherCluster(e)) {
        return Answer.OTHER_CLUSTER;
      }
      LOG.info(
          "member was not asked for its knowledge member={} cause={}", peer.id(), e.toString());
      return Answer.NONE;
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
    return sender.send(target, request);
  }

  /** Returns a sender that opens a connection for each request. */
  static Sender sender(ClusterConfig config, RaftProperties properties, Parameters parameters) {
    return (target, request) -> {
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
    };
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
      return response(NOT_A_MEMBER);
    }
    long known =
        division.getCommitInfos().stream()
            .filter(info -> RaftPeerId.valueOf(info.getServer().getId()).equals(id))
            .mapToLong(info -> Math.max(0, info.getCommitIndex()))
            .findFirst()
            .orElse(0);
    return response(known);
  }

  private static ByteBuffer response(long index) {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
        .putLong(index)
        .putInt(LogEntry.FORMAT)
        .flip();
  }
}
