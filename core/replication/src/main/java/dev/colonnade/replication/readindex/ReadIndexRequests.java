package dev.colonnade.replication.readindex;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests of a follower for read indexes. The leader returns the index of the entry that it has
 * applied last, if its lease is valid after that: then no other leader existed, so that everything
 * that was committed before the request is in the log up to this index.
 *
 * <p>Ratis has read indexes of its own, which are not used: it confirms each commit index by
 * heartbeats only once (ReadIndexHeartbeats), and then returns it at once, also when the leader may
 * have lost the majority.
 *
 * <pre>
 *   request   u8=5
 *   response  i64 index; empty if the member does not lead, or has no valid lease
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class ReadIndexRequests implements AutoCloseable {
  /** Result of a member that does not lead, or has no valid lease. */
  public static final long UNCONFIRMED = -1;

  private static final Logger LOG = LoggerFactory.getLogger(ReadIndexRequests.class);

  private static final byte READ_INDEX = 5;

  /** Time after which a request is of no use; its reader has made another one. */
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);

  private static final long POLL_NANOS = 100_000;

  private final RaftProperties properties;
  private final Parameters parameters;
  private final RaftServer server;
  private final RaftGroupId group;
  private final LongSupplier confirmedIndex;
  private final NanoTicker ticker = NanoTicker.system();

  /** Guarded by the monitor. */
  private @Nullable Connection current;

  private record Connection(RaftPeer leader, RaftClient client) {}

  /**
   * Creates requests.
   *
   * @param confirmedIndex returns the index of this member's last applied entry if it leads and has
   *     a valid lease, {@link #UNCONFIRMED} otherwise
   */
  public ReadIndexRequests(
      RaftProperties properties,
      Parameters parameters,
      RaftServer server,
      RaftGroupId group,
      LongSupplier confirmedIndex) {
    this.properties = requireNonNull(properties, "properties is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.server = requireNonNull(server, "server is null");
    this.group = requireNonNull(group, "group is null");
    this.confirmedIndex = requireNonNull(confirmedIndex, "confirmedIndex is null");
  }

  /**
   * Requests the read index of the leader, without waiting; the future is completed when this
   * member has applied the log up to it.
   */
  public CompletableFuture<?> request() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          try {
            awaitApplied(leaderIndex());
            done.complete(null);
          } catch (IOException | RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private long leaderIndex() throws IOException {
    RaftServer.Division division = server.getDivision(group);
    RaftPeerId leaderId = division.getInfo().getLeaderId();
    RaftPeer leader = leaderId == null ? null : division.getRaftConf().getPeer(leaderId);
    if (leader == null) {
      throw new IOException("no leader is known");
    }
    long index =
        leaderId.equals(server.getId())
            ? confirmedIndex.getAsLong()
            : decode(send(leader, ByteBuffer.wrap(new byte[] {READ_INDEX})));
    if (index == UNCONFIRMED) {
      throw new IOException("the leader has no valid lease leader=" + leaderId);
    }
    return index;
  }

  private void awaitApplied(long index) throws IOException {
    long start = ticker.nanos();
    while (server.getDivision(group).getInfo().getLastAppliedIndex() < index) {
      if (ticker.nanos() - start > WAIT_NANOS_MAX) {
        throw new IOException("the log is not applied up to index=" + index);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private ByteBuffer send(RaftPeer leader, ByteBuffer request) throws IOException {
    RaftClientReply reply =
        connection(leader)
            .io()
            .sendStaleRead(
                Message.valueOf(UnsafeByteOperations.unsafeWrap(request)), 0, leader.getId());
    if (!reply.isSuccess()) {
      throw new IOException("request was refused cause=" + reply.getException());
    }
    return reply.getMessage().getContent().asReadOnlyByteBuffer();
  }

  private synchronized RaftClient connection(RaftPeer leader) {
    Connection known = current;
    if (known != null && known.leader().equals(leader)) {
      return known.client();
    }
    closeInBackground(known);
    RaftClient client =
        RaftClient.newBuilder()
            .setProperties(properties)
            .setParameters(parameters)
            .setRaftGroup(RaftGroup.valueOf(group, leader))
            .setRetryPolicy(RetryPolicies.noRetry())
            .build();
    current = new Connection(leader, client);
    return client;
  }

  /** Closes a connection, which takes seconds if the other member does not respond. */
  private static void closeInBackground(@Nullable Connection connection) {
    if (connection != null) {
      Thread.startVirtualThread(
          () -> {
            try {
              connection.client().close();
            } catch (IOException e) {
              LOG.debug("connection was not closed cleanly", e);
            }
          });
    }
  }

  /** Returns whether a message of another member is a request for a read index. */
  public static boolean isRequest(ByteBuffer message) {
    return message.remaining() == 1 && message.get(message.position()) == READ_INDEX;
  }

  /** Returns the response to a request, with an index or {@link #UNCONFIRMED}. */
  public static ByteBuffer answer(long index) {
    return index == UNCONFIRMED
        ? ByteBuffer.allocate(0)
        : ByteBuffer.allocate(Long.BYTES).putLong(index).flip();
  }

  static long decode(ByteBuffer response) {
    return response.remaining() == Long.BYTES ? response.getLong() : UNCONFIRMED;
  }

  @Override
  public synchronized void close() {
    closeInBackground(current);
    current = null;
  }
}
