package dev.colonnade.replication;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.replication.log.LogApplier;
import dev.colonnade.replication.log.LogEntry;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.replication.log.Proposals;
import dev.colonnade.replication.store.LeaderLease;
import dev.colonnade.replication.store.LeaderStore;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.range.TableRowBoundaries;
import dev.colonnade.store.Snapshot;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Leader without other members: a log that applies each entry at once, and a lease by hand. */
final class LeaderFixture implements AutoCloseable {
  private static final long ELECTION_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int NEVER = Integer.MAX_VALUE;

  private final StorageConfig config;
  private final @Nullable ClusterService cluster;
  private final MemberStore member;
  private final LogApplier applier;

  /** Advances by a microsecond with each reading, so that waits end. */
  private final AtomicLong now = new AtomicLong();

  private LeaderLease lease;
  private long index;
  private Database database;
  private Session session;

  /** Number of appends until leadership is lost. */
  private int appendsLeft = NEVER;

  private boolean isLastApplied;
  private volatile boolean isLost;

  LeaderFixture(StorageConfig config) {
    this(config, null);
  }

  LeaderFixture(StorageConfig config, @Nullable ClusterService cluster) {
    this.config = config;
    this.cluster = cluster;
    member = MemberStore.open(config.folder(), config.store());
    applier = new LogApplier(member, new Proposals(), () -> {});
    lease = newLease();
    database = open();
    session = database.session("test");
  }

  private LeaderLease newLease() {
    return new LeaderLease(
        () -> now.addAndGet(1000), ELECTION_NANOS, TimeUnit.MICROSECONDS.toNanos(5));
  }

  private Database open() {
    renewLease();
    LeaderStore store =
        new LeaderStore(member.rocks(), this::appendAsync, lease, config.folder().resolve("spool"));
    return Database.open(config, store, StorageRole.LEADER, cluster);
  }

  private CompletableFuture<Void> appendAsync(byte[] batch) {
    append(batch);
    return CompletableFuture.completedFuture(null);
  }

  private synchronized void append(byte[] batch) {
    if (isLost) {
      throw new ColonnadeException(ErrorCode.SERIALIZATION_FAILURE, "leadership is lost");
    }
    boolean isLast = --appendsLeft <= 0;
    if (!isLast || isLastApplied) {
      index++;
      applier.apply(
          new LogPosition(1, index - 1),
          ByteBuffer.wrap(new LogEntry(1, index, 1, batch).encode()));
      renewLease();
    }
    if (isLast) {
      isLost = true;
      lease.revoke();
      throw new ColonnadeException(
          isLastApplied ? ErrorCode.COMMIT_UNKNOWN : ErrorCode.SERIALIZATION_FAILURE,
          "leadership is lost");
    }
  }

  /**
   * Loses leadership with an append from now on.
   *
   * @param number number of the append, from 1
   * @param isApplied whether its entry is in the log all the same
   */
  synchronized void loseAt(int number, boolean isApplied) {
    appendsLeft = number;
    isLastApplied = isApplied;
  }

  /** Returns how often the clock of the lease was read, if the lease was never ended by hand. */
  long clockReadings() {
    return now.get() / 1000;
  }

  boolean isLost() {
    return isLost;
  }

  /** Opens the database as the next leader does. */
  void nextLeader() {
    synchronized (this) {
      isLost = true;
    }
    session.close();
    database.close();
    synchronized (this) {
      isLost = false;
      appendsLeft = NEVER;
    }
    lease = newLease();
    database = open();
    session = database.session("test");
  }

  void renewLease() {
    lease.renew(now.get());
  }

  void endLease() {
    now.addAndGet(ELECTION_NANOS);
  }

  /** Ends the lease for good, as a leader does before it hands its leadership over. */
  void revokeLease() {
    lease.revoke();
  }

  /** Renews the lease so that it ends after a number of readings of the clock. */
  void endLeaseAfter(int readings) {
    renewLease();
    now.addAndGet(ELECTION_NANOS - ELECTION_NANOS / 10 - 1000L * readings);
  }

  Database database() {
    return database;
  }

  Session session() {
    return session;
  }

  /** Runs statements, and returns the rows of the last one. */
  List<List<@Nullable Object>> run(String... statements) {
    SqlSession sql = session.sql();
    List<List<@Nullable Object>> rows = List.of();
    for (String statement : statements) {
      rows = sql.execute(statement).toList();
    }
    return rows;
  }

  long number(String query) {
    return ((Number) requireNonNull(run(query).getFirst().getFirst())).longValue();
  }

  /** Compares the statistics of all ranges with their rows. */
  RangeVerification verify() {
    try (Snapshot snapshot = member.rocks().snapshot()) {
      return RangeVerifier.verify(
          snapshot, new TableRowBoundaries(database.catalog()), VerificationObserver.NONE);
    }
  }

  @Override
  public void close() {
    renewLease();
    session.close();
    database.close();
    member.close();
  }
}
