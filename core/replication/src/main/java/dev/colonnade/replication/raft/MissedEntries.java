package dev.colonnade.replication.raft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto.AppendResult;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Request of a member that is being added for the entries of the log that it has missed, up to the
 * configuration that contains it.
 *
 * <p>A leader appends that configuration, and from then on needs the member's acknowledgement. If
 * the member ends before it has received the entry, the leader loses its leadership. Ratis lets a
 * member vote only when its configuration contains it, and only a leader sends entries: without
 * this request neither would ever happen again.
 *
 * <p>A member that knows no leader responds with what the leader of the last term in its log would
 * have sent. Logs that have an entry in common are identical up to it, so this is a message of that
 * leader which arrives late, and the protocol permits it at any time.
 *
 * <pre>
 *   request   u8=4 | i64 index of the first missing entry | UTF-8 name
 *   response  AppendEntriesRequestProto of Ratis; empty if there is nothing to send
 * </pre>
 */
final class MissedEntries {
  private static final Logger LOG = LoggerFactory.getLogger(MissedEntries.class);

  static final byte MISSED = 4;

  /** Maximum number of entries of a response. */
  private static final int ENTRIES_MAX = 1_000;

  /** Bytes of entries after which a response ends. */
  private static final int BYTES_MAX = 4 << 20;

  private final ClusterConfig config;
  private final RaftServer server;
  private final MemberHello hello;
  private final AtomicLong calls = new AtomicLong();

  MissedEntries(ClusterConfig config, RaftServer server, MemberHello hello) {
    this.config = requireNonNull(config, "config is null");
    this.server = requireNonNull(server, "server is null");
    this.hello = requireNonNull(hello, "hello is null");
  }

  /**
   * Requests the entries from the other members, if this member has part of the log, but does not
   * take part yet.
   */
  void request(RaftServer.Division own) {
    if (!isWaiting(own)) {
      return;
    }
    long next = own.getRaftLog().getNextIndex();
    for (RaftPeer peer : others(own.getRaftConf())) {
      try {
        next = request(peer, next);
      } catch (IOException | RuntimeException e) {
        LOG.debug("member did not send entries member={}", peer.getId(), e);
      }
      if (!isWaiting(own)) {
        LOG.info("takes part in the log after missed entries member={}", peer.getId());
        return;
      }
    }
  }

  /**
   * Returns whether the member has a configuration, which it received with the log or a checkpoint,
   * and does not take part. A member that has lost its store has none, and must not vote.
   */
  private static boolean isWaiting(RaftServer.Division own) {
    return own.getInfo().getLifeCycleState() == LifeCycle.State.STARTING
        && !own.getRaftConf().getAllPeers().isEmpty();
  }

  private List<RaftPeer> others(RaftConfiguration known) {
    Map<RaftPeerId, RaftPeer> peers = new LinkedHashMap<>();
    known.getAllPeers().forEach(peer -> peers.put(peer.getId(), peer));
    config.peers().stream()
        .map(RaftOptions::peer)
        .forEach(peer -> peers.putIfAbsent(peer.getId(), peer));
    peers.remove(server.getId());
    return List.copyOf(peers.values());
  }

  /** Returns the index of the first entry that is still missing. */
  private long request(RaftPeer peer, long first) throws IOException {
    long next = first;
    while (true) {
      AppendEntriesRequestProto entries = parse(hello.send(peer, encode(next)));
      if (entries == null) {
        return next;
      }
      AppendEntriesReplyProto reply = server.appendEntries(entries);
      LOG.info(
          "entries of another member member={} first={} count={} result={}",
          peer.getId(),
          next,
          entries.getEntriesCount(),
          reply.getResult());
      if (reply.getResult() == AppendResult.INCONSISTENCY && reply.getNextIndex() < next) {
        next = reply.getNextIndex();
      } else if (reply.getResult() == AppendResult.SUCCESS && reply.getNextIndex() > next) {
        next = reply.getNextIndex();
      } else {
        return next;
      }
    }
  }

  private ByteBuffer encode(long next) {
    byte[] name = config.self().getBytes(UTF_8);
    return ByteBuffer.allocate(1 + Long.BYTES + name.length)
        .put(MISSED)
        .putLong(next)
        .put(name)
        .flip();
  }

  private static @Nullable AppendEntriesRequestProto parse(ByteBuffer response)
      throws InvalidProtocolBufferException {
    return response.hasRemaining() ? AppendEntriesRequestProto.parseFrom(response) : null;
  }

  static boolean isRequest(ByteBuffer message) {
    return message.remaining() > 1 + Long.BYTES && message.get(message.position()) == MISSED;
  }

  /** Returns the response to a request. */
  ByteBuffer answer(RaftServer.Division own, ByteBuffer message) {
    ByteBuffer in = message.slice().position(1);
    long next = in.getLong();
    byte[] name = new byte[in.remaining()];
    in.get(name);
    AppendEntriesRequestProto entries =
        entries(own, RaftPeerId.valueOf(new String(name, UTF_8)), next);
    return entries == null ? ByteBuffer.allocate(0) : entries.toByteString().asReadOnlyByteBuffer();
  }

  private @Nullable AppendEntriesRequestProto entries(
      RaftServer.Division own, RaftPeerId member, long next) {
    RaftConfiguration configuration = own.getRaftConf();
    RaftLog log = own.getRaftLog();
    TermIndex last = log.getLastEntryTermIndex();
    long term = own.getInfo().getCurrentTerm();
    boolean isMember =
        configuration.getCurrentPeers().stream().anyMatch(peer -> peer.getId().equals(member));
    if (!isMember
        || last == null
        || last.getIndex() < next
        || own.getInfo().getLeaderId() != null) {
      return null;
    }
    TermIndex previous = next == RaftLog.LEAST_VALID_LOG_INDEX ? null : before(own, next);
    if (next < RaftLog.LEAST_VALID_LOG_INDEX || (next > 0 && previous == null)) {
      return null;
    }
    List<LogEntryProto> entries = read(log, next, last.getIndex());
    // No leader, which could have replaced entries, meanwhile.
    boolean isUnchanged =
        own.getInfo().getLeaderId() == null
            && own.getInfo().getCurrentTerm() == term
            && last.equals(log.getLastEntryTermIndex());
    return entries.isEmpty() || !isUnchanged
        ? null
        : message(own, member, new Entries(previous, entries, last.getTerm()), configuration);
  }

  /** Consecutive entries of a log whose last entry is of {@code lastTerm}. */
  private record Entries(
      @Nullable TermIndex previous, List<LogEntryProto> entries, long lastTerm) {}

  private static @Nullable TermIndex before(RaftServer.Division own, long next) {
    TermIndex previous = own.getRaftLog().getTermIndex(next - 1);
    if (previous != null) {
      return previous;
    }
    SnapshotInfo snapshot = own.getStateMachine().getLatestSnapshot();
    return snapshot != null && snapshot.getIndex() == next - 1 ? snapshot.getTermIndex() : null;
  }

  private static List<LogEntryProto> read(RaftLog log, long first, long last) {
    List<LogEntryProto> entries = new ArrayList<>();
    int bytes = 0;
    for (long index = first; index <= last && entries.size() < ENTRIES_MAX; index++) {
      LogEntryProto entry = entry(log, index);
      if (entry == null || bytes > BYTES_MAX) {
        break;
      }
      entries.add(entry);
      bytes += entry.getSerializedSize();
    }
    return entries;
  }

  private static @Nullable LogEntryProto entry(RaftLog log, long index) {
    try {
      return log.get(index);
    } catch (IOException e) {
      LOG.warn("entry could not be read index={}", index, e);
      return null;
    }
  }

  private AppendEntriesRequestProto message(
      RaftServer.Division own,
      RaftPeerId member,
      Entries entries,
      RaftConfiguration configuration) {
    long lastIndex = entries.entries().getLast().getIndex();
    AppendEntriesRequestProto.Builder message =
        AppendEntriesRequestProto.newBuilder()
            .setServerRequest(
                RaftRpcRequestProto.newBuilder()
                    .setRequestorId(own.getId().toByteString())
                    .setReplyId(member.toByteString())
                    .setRaftGroupId(
                        RaftGroupIdProto.newBuilder()
                            .setId(own.getGroup().getGroupId().toByteString()))
                    .setCallId(calls.incrementAndGet()))
            .setLeaderTerm(entries.lastTerm())
            .addAllEntries(entries.entries())
            .setLeaderCommit(Math.min(own.getRaftLog().getLastCommittedIndex(), lastIndex))
            // Only with the configuration that contains it the member may take part.
            .setInitializing(lastIndex < configuration.getLogEntryIndex());
    if (entries.previous() != null) {
      message.setPreviousLog(entries.previous().toProto());
    }
    return message.build();
  }
}
