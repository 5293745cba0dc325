package dev.colonnade.replication.readindex;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests of a follower for the read index of the leader, over one connection to each leader.
 *
 * <p>Ratis has requests of this kind as well, but answers some of them from what a majority has
 * confirmed earlier: a leader that has been replaced, and does not know it yet, would return an
 * index without the commits of the next leader. Here the leader responds under its lease.
 *
 * <pre>
 *   request   u8=5
 *   response  {@link ReadIndex}; empty if the member does not serve as the leader, or has no lease
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class ReadIndexRequests implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReadIndexRequests.class);

  private static final byte READ_INDEX = 5;

  private final RaftProperties properties;
  private final Parameters parameters;
  private final RaftGroupId group;
  private final AtomicLong calls = new AtomicLong();

  /** Connection to the leader of the last request. Guarded by the monitor. */
  private @Nullable Target target;

  private boolean isClosed;

  private record Target(RaftPeer leader, RaftClient client) {}

  public ReadIndexRequests(RaftProperties properties, Parameters parameters, RaftGroupId group) {
    this.properties = requireNonNull(properties, "properties is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.group = requireNonNull(group, "group is null");
  }

  /** Returns the read index of another member; the future fails if it does not have one. */
  public CompletableFuture<ReadIndex> send(RaftPeer leader) {
    Target used;
    try {
      used = target(leader);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    // Not in the order of the calls: a request that fails would end the others of the connection.
    return used.client()
        .getClientRpc()
        .sendRequestAsyncUnordered(request(used))
        .thenCompose(ReadIndexRequests::index)
        .whenComplete(
            (index, failure) -> {
              if (failure != null && !(failure.getCause() instanceof NotLeading)) {
                discard(used);
              }
            });
  }

  private RaftClientRequest request(Target receiver) {
    return RaftClientRequest.newBuilder()
        .setClientId(receiver.client().getId())
        .setServerId(receiver.leader().getId())
        .setGroupId(group)
        .setCallId(calls.incrementAndGet())
        .setMessage(Message.valueOf(ByteString.copyFrom(new byte[] {READ_INDEX})))
        .setType(RaftClientRequest.staleReadRequestType(0))
        .build();
  }

  private static CompletableFuture<ReadIndex> index(RaftClientReply reply) {
    if (!reply.isSuccess()) {
      return CompletableFuture.failedFuture(
          new IOException("no read index cause=" + reply.getException()));
    }
    ReadIndex index = ReadIndex.decode(reply.getMessage().getContent().asReadOnlyByteBuffer());
    return index == null
        ? CompletableFuture.failedFuture(new NotLeading())
        : CompletableFuture.completedFuture(index);
  }

  /** Refusal of a member that does not serve as the leader, or has no lease. */
  private static final class NotLeading extends IOException {
    private static final long serialVersionUID = 1;

    NotLeading() {
      super("the member does not serve as the leader, or has no lease");
    }
  }

  private synchronized Target target(RaftPeer leader) {
    if (isClosed) {
      throw new IllegalStateException("the member is closed");
    }
    Target known = target;
    if (known != null && isSame(known.leader(), leader)) {
      return known;
    }
    if (known != null) {
      close(known);
    }
    Target connected = new Target(leader, connect(leader));
    target = connected;
    return connected;
  }

  private static boolean isSame(RaftPeer one, RaftPeer other) {
    return one.getId().equals(other.getId()) && one.getAddress().equals(other.getAddress());
  }

  private RaftClient connect(RaftPeer leader) {
    return RaftClient.newBuilder()
        .setProperties(properties)
        .setParameters(parameters)
        .setRaftGroup(RaftGroup.valueOf(group, leader))
        .setRetryPolicy(RetryPolicies.noRetry())
        .build();
  }

  /** Ends a connection that has failed; the next request opens another one. */
  private synchronized void discard(Target failed) {
    if (failed.equals(target)) {
      target = null;
      close(failed);
    }
  }

  /** Closes a connection on a thread of its own: the calling one may be the connection's. */
  private static void close(Target target) {
    Thread.startVirtualThread(
        () -> {
          try {
            target.client().close();
          } catch (IOException e) {
            LOG.debug("connection was not closed cleanly member={}", target.leader().getId(), e);
          }
        });
  }

  public static boolean isRequest(ByteBuffer message) {
    return message.remaining() == 1 && message.get(message.position()) == READ_INDEX;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (target != null) {
      close(target);
      target = null;
    }
  }
}
