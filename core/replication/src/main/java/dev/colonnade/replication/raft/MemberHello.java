package dev.colonnade.replication.raft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
 *   response  i64 commit index of the member as far as known, 0 or below if it is not
 * </pre>
 */
final class MemberHello {
  private static final Logger LOG = LoggerFactory.getLogger(MemberHello.class);

  private static final byte HELLO = 3;

  private final ClusterConfig config;
  private final RaftProperties properties;
  private final Parameters parameters;

  MemberHello(ClusterConfig config, RaftProperties properties, Parameters parameters) {
    this.config = requireNonNull(config, "config is null");
    this.properties = requireNonNull(properties, "properties is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
  }

  /** Throws INVALID_CONFIGURATION if a member that can be reached knows this one. */
  void requireUnknown() {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> known = new ArrayList<>();
      for (ClusterPeer peer : config.peers()) {
        if (!peer.id().equals(config.self())) {
          known.add(threads.submit(() -> knownIndex(peer)));
        }
      }
      for (Future<Long> each : known) {
        if (each.get() > 0) {
          throw new ColonnadeException(
              ErrorCode.INVALID_CONFIGURATION,
              ("folder is empty, but the other members know this member, which has lost its store:"
                   + " remove it from the cluster (colonnade cluster remove %s), start it with"
                   + " --join, and add it (colonnade cluster add %s=%s); folder=%s knownIndex=%d")
                  .formatted(
                      config.self(),
                      config.self(),
                      config.selfPeer().address(),
                      config.folder(),
                      each.get()));
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the index that a member knows; 0 if it does not, or cannot be reached. */
  private long knownIndex(ClusterPeer peer) {
    byte[] name = config.self().getBytes(UTF_8);
    ByteBuffer request = ByteBuffer.allocate(1 + name.length).put(HELLO).put(name).flip();
    try {
      ByteBuffer answer = send(RaftOptions.peer(peer), request);
      return answer.remaining() == Long.BYTES ? answer.getLong() : 0;
    } catch (IOException e) {
      LOG.info(
          "member was not asked for its knowledge member={} cause={}", peer.id(), e.toString());
      return 0;
    }
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
    long known =
        division.getCommitInfos().stream()
            .filter(info -> RaftPeerId.valueOf(info.getServer().getId()).equals(id))
            .mapToLong(info -> info.getCommitIndex())
            .findFirst()
            .orElse(0);
    return ByteBuffer.allocate(Long.BYTES).putLong(known).flip();
  }
}
