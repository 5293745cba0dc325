package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.checkpoint.CheckpointFetch;
import dev.colonnade.replication.checkpoint.TransferRate;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transfer of a checkpoint from the leader over the peer port, and its installation. */
final class CheckpointTransfer {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTransfer.class);

  private final RaftProperties properties;
  private final Parameters parameters;
  private final RaftGroupId group;
  private final MemberStore store;
  private final Path folder;
  private final long bytesPerSecondMax;
  private final Executor executor;

  CheckpointTransfer(
      RaftProperties properties,
      Parameters parameters,
      ClusterConfig config,
      MemberStore store,
      Executor executor) {
    this.properties = requireNonNull(properties, "properties is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    group = RaftOptions.groupId(config.cluster());
    this.store = requireNonNull(store, "store is null");
    folder = config.folder().resolve("incoming");
    bytesPerSecondMax = config.timing().transferBytesPerSecondMax();
    this.executor = requireNonNull(executor, "executor is null");
  }

  /** Fetches a checkpoint that contains at least {@code minIndex} from the leader. */
  CompletableFuture<LogPosition> fetch(RoleInfoProto role, long minIndex) {
    RaftPeerProto proto = role.getFollowerInfo().getLeaderInfo().getId();
    RaftPeer leader =
        RaftPeer.newBuilder()
            .setId(RaftPeerId.valueOf(proto.getId()))
            .setAddress(proto.getAddress())
            .build();
    return CompletableFuture.supplyAsync(() -> fetch(leader, minIndex), executor);
  }

  private LogPosition fetch(RaftPeer leader, long minIndex) {
    LOG.info("fetching a checkpoint leader={} minIndex={}", leader.getId(), minIndex);
    try (RaftClient client =
        RaftClient.newBuilder()
            .setProperties(properties)
            .setParameters(parameters)
            .setRaftGroup(RaftGroup.valueOf(group, leader))
            .setRetryPolicy(RetryPolicies.noRetry())
            .build()) {
      TransferRate rate =
          new TransferRate(bytesPerSecondMax, NanoTicker.system(), LockSupport::parkNanos);
      LogPosition position =
          new CheckpointFetch(request -> send(client, leader, request), folder, rate)
              .copy(minIndex);
      LOG.info("fetched a checkpoint position={}", position);
      return position;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static ByteBuffer send(RaftClient client, RaftPeer leader, ByteBuffer request) {
    try {
      RaftClientReply reply =
          client
              .io()
              .sendStaleRead(
                  Message.valueOf(UnsafeByteOperations.unsafeWrap(request)), 0, leader.getId());
      if (!reply.isSuccess()) {
        throw failed(new IOException("request was refused cause=" + reply.getException()));
      }
      return reply.getMessage().getContent().asReadOnlyByteBuffer();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Replaces the store by the fetched checkpoint; no effect if there is none. */
  void install() {
    CheckpointFetch fetched = new CheckpointFetch(request -> request, folder);
    if (Files.isDirectory(fetched.files())) {
      store.replace(fetched.files());
      fetched.delete();
      LOG.info("installed a checkpoint position={}", store.applied());
    }
  }

  /**
   * Installs a fetched checkpoint when the member starts. Ratis has the log begin after a
   * checkpoint as soon as it is fetched, and accepts entries, while this member still ends its
   * readers and replaces the store. If it ends before that is complete, the log does not continue
   * the store, but the checkpoint.
   */
  void installAtStart() {
    LogPosition fetched = new CheckpointFetch(request -> request, folder).completePosition();
    if (fetched != null && fetched.index() > store.applied().index()) {
      install();
    }
  }

  private static ColonnadeException failed(IOException cause) {
    return new ColonnadeException(
        ErrorCode.STORE_IO, "checkpoint could not be fetched cause=" + cause, cause);
  }
}
