package dev.colonnade.replication.raft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.checkpoint.CheckpointSource;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.replication.log.Proposals;
import dev.colonnade.replication.readindex.CommitAdvance;
import dev.colonnade.replication.readindex.ReadIndex;
import dev.colonnade.replication.readindex.ReadIndexRequests;
import dev.colonnade.replication.retention.LogTruncation;
import dev.colonnade.replication.store.FollowerFreshness;
import dev.colonnade.replication.store.LeaderLease;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.store.Freshness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Member of a cluster on Apache Ratis: composition root of this module.
 *
 * <p>The folder of the store has {@code rocks/} (the store), {@code log/} (the log), and, while
 * they are needed, {@code checkpoint/} (served to others), {@code incoming/} (fetched), {@code
 * installed/} (being installed) and {@code spool/}.
 */
public final class RaftMember implements ClusterMember {
  private static final Logger LOG = LoggerFactory.getLogger(RaftMember.class);

  private static final long LEASE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Time between two requests for missed entries of a member that does not take part yet. */
  private static final long MISSED_INTERVAL_MILLIS = 2_000;

  /** Maximum time in which a leader that ends hands its leadership over. */
  private static final Duration HAND_OVER_MAX = Duration.ofSeconds(2);

  /** Maximum wait for the end of Ratis: longer than an entry waits for readers of a follower. */
  private static final Duration LOG_CLOSE_MAX = Duration.ofSeconds(45);

  /** Time between two checks whether the log is to be truncated. */
  private static final long TRUNCATION_INTERVAL_MILLIS = 500;

  /** Time between two checks whether the files of the certificates have changed. */
  private static final long RELOAD_INTERVAL_MILLIS = 2_000;

  private final ClusterConfig config;
  private final RoleListener listener;
  private final RaftProperties properties;
  private final @Nullable ReloadingCertificates certificates;
  private final RaftGroupId groupId;
  private final MemberStore store;
  private final Proposals proposals = new Proposals();
  private final LogApplier applier;
  private final CheckpointSource checkpoints;
  private final CheckpointTransfer transfer;
  private final RaftServer server;
  private final RoleSwitch roles;
  private final MembershipRequests requests;
  private final MemberHello hello;
  private final LogTruncation truncation;
  private final MissedEntries missed;
  private final ReadIndexRequests readIndexes;
  private final CommitAdvance commits;
  private final ScheduledExecutorService background =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("colonnade-cluster-", 0).factory());

  /** Newest election of this member. Written under a lock of Ratis. */
  private volatile RoleSwitch.Elected elected = RoleSwitch.Elected.NEVER;

  private volatile boolean isClosed;

  private RaftMember(ClusterConfig config, RoleListener listener) throws IOException {
    this.config = requireNonNull(config, "config is null");
    this.listener = requireNonNull(listener, "listener is null");
    certificates = config.tls().map(ReloadingCertificates::read).orElse(null);
    properties = RaftOptions.of(config);
    Parameters parameters = RaftOptions.parameters(certificates);
    groupId = RaftOptions.groupId(config.cluster());
    hello = new MemberHello(config, MemberHello.sender(config, properties, parameters));
    MemberIdentity.check(config, hello::requireFirstStart, hello::requireSameFormat);
    store = MemberStore.open(config.folder(), config.store());
    applier = new LogApplier(store, proposals, this::restartReaders);
    checkpoints = new CheckpointSource(applier, config.folder().resolve("checkpoint"));
    transfer = new CheckpointTransfer(properties, parameters, config, store, background);
    transfer.installAtStart();
    LogFiles.requirePresent(config, groupId, store);
    server =
        RaftServer.newBuilder()
            .setServerId(RaftOptions.peer(config.selfPeer()).getId())
            .setGroup(initialGroup())
            .setOption(RaftStorage.StartupOption.RECOVER)
            .setProperties(properties)
            .setParameters(parameters)
            .setStateMachine(new RaftStateMachine(store, applier, new Events()))
            .build();
    requests = new MembershipRequests(server, groupId, config.timing().electionMax().toMillis());
    truncation =
        new LogTruncation(
            new LogTruncation.Parts(
                this::division, applier, store, checkpoints, requests::createSnapshot),
            config.timing());
    missed = new MissedEntries(config, server, hello);
    readIndexes = new ReadIndexRequests(properties, parameters, groupId);
    commits = new CommitAdvance(server);
    roles =
        new RoleSwitch(
            store,
            applier,
            listener,
            new RoleSwitch.Roles(
                this::readyTerm,
                this::newLog,
                this::newLease,
                () -> elected,
                this::leaderText,
                this::newFreshness));
  }

  /**
   * Starts a member.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE; INVALID_CONFIGURATION if the folder is that of
   *     another member, cluster or server; and those of opening a store
   */
  public static RaftMember start(ClusterConfig config, RoleListener listener) {
    RaftMember member;
    try {
      member = new RaftMember(config, listener);
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "log of the cluster could not be opened cause=" + e, e);
    }
    try {
      member.run();
    } catch (IOException | RuntimeException e) {
      member.close();
      if (e instanceof ColonnadeException known) {
        throw known;
      }
      if (LogFiles.isDamage(e)) {
        throw LogFiles.damaged(config, e);
      }
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "member could not be started address=%s cause=%s"
              .formatted(config.selfPeer().address(), e),
          e);
    }
    return member;
  }

  private void run() throws IOException {
    server.start();
    RaftServer.Division division = division();
    if (division != null) {
      LogFiles.requireContinuation(config, division.getRaftLog().getStartIndex(), store);
    }
    roles.start();
    if (certificates != null) {
      var _ = background.submit(this::probePeers);
      var _ =
          background.scheduleWithFixedDelay(
              certificates::reload,
              RELOAD_INTERVAL_MILLIS,
              RELOAD_INTERVAL_MILLIS,
              TimeUnit.MILLISECONDS);
    }
    var _ =
        background.scheduleWithFixedDelay(
            this::requestMissed,
            MISSED_INTERVAL_MILLIS,
            MISSED_INTERVAL_MILLIS,
            TimeUnit.MILLISECONDS);
    var _ =
        background.scheduleWithFixedDelay(
            this::truncateQuietly,
            TRUNCATION_INTERVAL_MILLIS,
            TRUNCATION_INTERVAL_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  private void requestMissed() {
    RaftServer.Division division = division();
    if (division != null) {
      missed.request(division);
    }
  }

  /** Logs why other members and this one do not accept each other's certificates. */
  private void probePeers() {
    for (ClusterPeer peer : config.peers()) {
      if (certificates != null && !peer.id().equals(config.self())) {
        PeerProbe.refusal(certificates.current(), peer)
            .ifPresent(
                reason ->
                    LOG.error(
                        "TLS between members fails: member={} address={} reason={}",
                        peer.id(),
                        peer.address(),
                        reason));
      }
    }
  }

  /** Returns the group for a first start; later the membership is read from the log. */
  private RaftGroup initialGroup() {
    return config.isJoining()
        ? RaftGroup.valueOf(groupId)
        : RaftGroup.valueOf(groupId, config.peers().stream().map(RaftOptions::peer).toList());
  }

  private LeaderLease newLease() {
    return new LeaderLease(
        NanoTicker.system(), config.timing().electionMin().toNanos(), LEASE_WAIT_NANOS);
  }

  private RaftBatchLog newLog(long term, LeaderLease lease) {
    return new RaftBatchLog(
        requireNonNull(division(), "division is null"), term, proposals, lease, store.hasBase());
  }

  private Freshness newFreshness() {
    return new FollowerFreshness(this::awaitReadIndex, NanoTicker.system(), LEASE_WAIT_NANOS);
  }

  /**
   * Requests the read index of the leader; the future is complete when this member has applied the
   * log up to it.
   */
  private CompletableFuture<Void> awaitReadIndex() {
    RaftServer.Division division = division();
    RaftPeer peer = division == null ? null : leader(division);
    if (division == null || peer == null) {
      return CompletableFuture.failedFuture(new IOException("no leader is known"));
    }
    if (!peer.getId().equals(server.getId())) {
      return readIndexes
          .send(peer)
          .thenCompose(
              index -> {
                commits.advance(division, peer.getId(), index);
                return applier.whenApplied(index.index());
              });
    }
    ReadIndex index = roles.readIndex();
    return index == null
        ? CompletableFuture.failedFuture(new IOException("leadership is not served yet"))
        : applier.whenApplied(index.index());
  }

  private static @Nullable RaftPeer leader(RaftServer.Division division) {
    RaftPeerId id = division.getInfo().getLeaderId();
    return id == null ? null : division.getRaftConf().getPeer(id);
  }

  private long readyTerm() {
    RaftServer.Division division = division();
    if (division == null || isClosed) {
      return 0;
    }
    DivisionInfo info = division.getInfo();
    long term = info.getCurrentTerm();
    return info.isLeader() && info.isLeaderReady() && info.getCurrentTerm() == term ? term : 0;
  }

  private RaftServer.@Nullable Division division() {
    try {
      return server.getDivision(groupId);
    } catch (IOException e) {
      return null; // not started yet
    }
  }

  private String leaderText() {
    ClusterPeer leader = status().leaderPeer();
    return leader == null ? "unknown" : leader.id() + " at " + leader.host();
  }

  private void restartReaders() {
    LOG.warn("reads on this follower delay the log; they are ended");
    roles.restart();
  }

  @Override
  public ClusterStatus status() {
    ClusterStatus.Work work =
        new ClusterStatus.Work(
            proposals.appends(), proposals.appendNanos(), applier.applies(), applier.applyNanos());
    return MemberStatus.of(
        config,
        division(),
        store,
        roles.reportedTerm(),
        new MemberStatus.Progress(
            applier.appliedIndex(), applier.appliedAtNanos(), truncation.bytes(), work));
  }

  @Override
  public void transferTo(String id, Duration timeout) {
    requests.transferTo(id, timeout, roles::revokeLease, this::endTerm);
  }

  /**
   * Ends the term after a transfer that has failed. The other member may receive the request to
   * become the leader late; in a later term it ignores it, so that it does not end a lease.
   */
  private void endTerm() {
    try {
      requests.stepDown();
    } catch (ColonnadeException e) {
      LOG.warn("leadership was not given up", e);
      roles.resume();
    }
  }

  @Override
  public void add(ClusterPeer peer) {
    requests.requireLeader();
    PeerProbe.require(certificates == null ? null : certificates.current(), peer);
    hello.requireSameCluster(peer);
    requests.add(peer);
  }

  @Override
  public void remove(String id) {
    requests.remove(id);
  }

  @Override
  public void flush() {
    synchronized (truncation) {
      truncation.run();
    }
  }

  private void truncateQuietly() {
    try {
      synchronized (truncation) {
        truncation.runIfDue();
      }
    } catch (RuntimeException e) {
      LOG.warn("the log was not truncated; the next attempt follows", e);
    }
  }

  /**
   * Closes the member. A leader hands its leadership over before, so that writes do not wait for an
   * election time-out.
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    requests.handOver(
        HAND_OVER_MAX, config.timing().electionMin().toMillis(), roles::revokeLeaseAtEnd);
    isClosed = true;
    roles.close();
    background.shutdownNow();
    readIndexes.close();
    closeLog();
    checkpoints.close();
    store.close();
  }

  /**
   * Closes Ratis. It waits for the application of what is committed, and for its threads, without a
   * limit of its own; an entry whose application does not end must not keep the process.
   */
  private void closeLog() {
    Thread closing =
        Thread.ofPlatform()
            .daemon()
            .name("colonnade-log-close")
            .start(
                () -> {
                  try {
                    server.close();
                  } catch (IOException e) {
                    LOG.warn("log was not closed cleanly", e);
                  }
                });
    try {
      if (!closing.join(LOG_CLOSE_MAX)) {
        LOG.error("log was not closed in time seconds={}", LOG_CLOSE_MAX.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Events of the state machine. */
  private final class Events implements RaftStateMachine.Events {
    @Override
    public void leaderReady() {
      roles.changed();
    }

    @Override
    public void leaderChanged(boolean isSelf) {
      RaftServer.Division division = division();
      if (isSelf && division != null) {
        long term = division.getInfo().getCurrentTerm();
        elected = new RoleSwitch.Elected(term, NanoTicker.system().nanos());
      }
      roles.changed();
    }

    @Override
    public void failed(Throwable cause) {
      LOG.error("this member cannot continue", cause);
      listener.failed(cause);
    }

    @Override
    public CompletableFuture<Message> request(Message message) {
      ByteBuffer request = message.getContent().asReadOnlyByteBuffer();
      if (ReadIndexRequests.isRequest(request)) {
        return CompletableFuture.completedFuture(valueOf(ReadIndex.encode(roles.readIndex())));
      }
      // Reads files; the common pool may have one thread, for which others wait.
      return CompletableFuture.supplyAsync(
          () -> valueOf(answer(request)), Thread::startVirtualThread);
    }

    private static Message valueOf(ByteBuffer response) {
      return Message.valueOf(UnsafeByteOperations.unsafeWrap(response));
    }

    private ByteBuffer answer(ByteBuffer request) {
      RaftServer.Division division = division();
      if (division != null && MemberHello.isRequest(request)) {
        return MemberHello.answer(division, request);
      }
      return division != null && MissedEntries.isRequest(request)
          ? missed.answer(division, request)
          : checkpoints.answer(request);
    }

    @Override
    public CompletableFuture<TermIndex> fetchCheckpoint(RoleInfoProto role, TermIndex firstInLog) {
      return transfer
          .fetch(role, firstInLog.getIndex() - 1)
          .thenApply(position -> TermIndex.valueOf(position.term(), position.index()));
    }

    @Override
    public void installCheckpoint() {
      roles.whileStopped(
          () -> {
            proposals.abandon();
            transfer.install();
          });
    }
  }
}
