package dev.colonnade.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.range.TableRowBoundaries;
import dev.colonnade.storage.replica.BatchChanges;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of engines that lead and follow in turns without being closed: two databases on stores of
 * their own, and a log in memory, entries of which the former leader applies late.
 */
class RoleChangesTest {
  private static final Key POSITION = Key.wrap("position".getBytes(US_ASCII));
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int ROWS = 6_000;

  @TempDir private Path folder;

  private final List<byte[]> log = new ArrayList<>();
  private Node leader;
  private Node other;

  @BeforeEach
  public void open() {
    leader = new Node("a");
    other = new Node("b");
    leader.open(StorageRole.LEADER);
    other.catchUp();
    other.open(StorageRole.REPLICA);
  }

  @AfterEach
  public void close() {
    leader.close();
    other.close();
  }

  @Test
  void shouldReadWhatTheNextLeaderHasChangedInCachedColumns() {
    leader.run("create table t (id int primary key, v int)", "create index t_v on t (v)");
    leader.run("insert into t select n, 1 from generate_series(1, " + ROWS + ") n");
    for (int read = 0; read < 3; read++) {
      assertThat(leader.number("select sum(v) from t")).isEqualTo(ROWS);
    }
    Node former = leader;
    change(0);
    leader.run("update t set v = 2 where id <= 1000", "drop index t_v");
    former.applyUnfollowed(log.size());
    becomeReplica();
    assertThat(former.number("select sum(v) from t")).isEqualTo(ROWS + 1_000);
    assertThat(former.number("select count(*) from t where v = 2")).isEqualTo(1_000);
    leader.run("update t set v = 3 where id <= 1000");
    other.catchUp();
    assertThat(former.number("select sum(v) from t")).isEqualTo(ROWS + 2_000);
    assertThatThrownBy(() -> former.run("update t set v = 4"))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION));
  }

  @Test
  void shouldAllocateNoValueBelowThoseOfAnotherLeader() {
    leader.run("create sequence s cache 10");
    long last = 0;
    for (int round = 0; round < 6; round++) {
      for (int count = 0; count < 3; count++) {
        long next = leader.number("select nextval('s')");
        assertThat(next).isGreaterThan(last);
        last = next;
      }
      change(1);
      becomeReplica();
      assertThatThrownBy(() -> other.number("select nextval('s')"))
          .isInstanceOf(ColonnadeException.class);
      other.catchUp();
    }
  }

  @Test
  void shouldBeClosedWhenTheOutcomeOfAWriteIsUnknown() {
    leader.run("create table t (id int primary key)");
    leader.failure = ErrorCode.COMMIT_UNKNOWN;
    assertThatThrownBy(() -> leader.run("insert into t values (1)"))
        .isInstanceOf(ColonnadeException.class);
    leader.endSession();
    assertThat(leader.database().endLeadership()).isFalse();
  }

  @Test
  void shouldRefuseToFollowWhileAReaderNeedsRemovedVersions() {
    leader.run("create table t (id int primary key)", "insert into t values (1)");
    Node former = leader;
    long timestamp = former.database().storage().versions().published().get();
    var pin = former.database().storage().versions().guard().pin(timestamp);
    change(0);
    leader.run("insert into t values (2)");
    try (Batch batch = leader.rocks.newBatch()) {
      TimestampRecords.put(batch, TimestampRecords.HORIZON, timestamp + 1);
      log.add(leader.rocks.serialized(batch));
    }
    former.endSession();
    assertThat(former.database().endLeadership()).isTrue();
    former.applyUnfollowed(log.size());
    assertThatThrownBy(() -> former.database().demote(former.new Following()))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD));
    pin.close();
  }

  @Test
  void shouldServeTheSameRowsAsAModelInEachRole() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<Integer, Integer> model = new TreeMap<>();
    leader.run("create table t (id int primary key, v int)", "create index t_v on t (v)");
    leader.run("create table u (id serial primary key, t int)");
    for (int round = 0; round < 12; round++) {
      String as = "seed=%d round=%d".formatted(seed, round);
      for (int step = random.nextInt(6); step >= 0; step--) {
        change(random, model);
        if (random.nextBoolean()) {
          verify(leader, model, as);
        }
      }
      other.catchUp();
      verify(other, model, as);
      change(random.nextInt(3));
      change(random, model);
      verify(leader, model, as);
      becomeReplica();
      other.catchUp();
      verify(other, model, as);
    }
  }

  private void verify(Node node, Map<Integer, Integer> model, String as) {
    long sum = model.values().stream().mapToLong(Integer::longValue).sum();
    assertThat(node.number("select count(*) from t")).as(as).isEqualTo(model.size());
    assertThat(node.number("select coalesce(sum(v), 0) from t")).as(as).isEqualTo(sum);
    long sevens = model.values().stream().filter(value -> value == 7).count();
    assertThat(node.number("select count(*) from t where v = 7")).as(as).isEqualTo(sevens);
    assertThat(node.number("select count(*) from u"))
        .as(as)
        .isEqualTo(node.number("select count(distinct id) from u"));
    assertThat(
            RangeVerifier.verify(
                    node.database().storage().store(),
                    new TableRowBoundaries(node.database().storage().catalog()))
                .problems())
        .as(as)
        .isEmpty();
  }

  private void change(Random random, Map<Integer, Integer> model) {
    int from = 1 + random.nextInt(ROWS);
    int to = from + random.nextInt(ROWS / 2);
    int value = random.nextInt(10);
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        leader.run(
            "insert into t select n, %d from generate_series(%d, %d) n on conflict (id) do nothing"
                .formatted(value, from, to));
        for (int id = from; id <= to; id++) {
          model.putIfAbsent(id, value);
        }
      }
      case 3, 4 -> {
        leader.run("update t set v = %d where id between %d and %d".formatted(value, from, to));
        model.replaceAll((id, before) -> id >= from && id <= to ? value : before);
      }
      case 5 -> {
        leader.run("delete from t where id between %d and %d".formatted(from, to));
        model.keySet().removeIf(id -> id >= from && id <= to);
      }
      case 6 -> {
        leader.run(random.nextBoolean() ? "delete from t" : "truncate t");
        model.clear();
      }
      case 7 -> {
        leader.run("drop index t_v", "alter table t add column w int default 1");
        leader.run("alter table t drop column w", "create index t_v on t (v)");
      }
      default -> leader.run("insert into u (t) values (1), (2), (3)", "analyze t", "analyze u");
    }
  }

  /**
   * Ends the leadership of the leader and has the other member lead.
   *
   * @param unfollowed entries of the next leader that the former one applies before it ends
   */
  private void change(int unfollowed) {
    Node former = leader;
    former.failure = ErrorCode.SERIALIZATION_FAILURE;
    other.catchUp();
    leader = other;
    other = former;
    leader.lead();
    leader.run("create table x (id int)", "insert into x values (1)", "drop table x");
    former.applyUnfollowed(former.applied + unfollowed);
  }

  /** Has the former leader follow. */
  private void becomeReplica() {
    other.endSession();
    assertThat(other.database().endLeadership()).isTrue();
    other.applyUnfollowed(other.applied + 1);
    other.follow();
  }

  /** Member of a cluster of two. */
  private final class Node {
    final RocksStore rocks;
    private final StorageConfig config;
    private int applied;
    private @Nullable Database database;
    private @Nullable SqlSession session;
    private @Nullable ReplicaUpdates updates;

    /** Failure of writes of the leader's store; null if they succeed. */
    private @Nullable ErrorCode failure;

    Node(String name) {
      StorageConfig plain = TestDatabases.config(folder.resolve(name));
      config = plain.withStore(plain.store().withLog(plain.store().log().disabled()));
      rocks = RocksStore.open(config.folder(), config.store(), UUID.randomUUID());
    }

    void open(StorageRole role) {
      Database opened =
          Database.open(config, role == StorageRole.LEADER ? new Leading() : new Following(), role);
      database = opened;
      updates = role == StorageRole.REPLICA ? opened.storage().replicaUpdates() : null;
      session = opened.session("test").sql();
    }

    Database database() {
      return requireNonNull(database);
    }

    void lead() {
      updates = null;
      failure = null;
      database().promote(new Leading()); // its session continues, and can write
    }

    void follow() {
      updates = database().demote(new Following());
      session = database().session("test").sql();
    }

    void endSession() {
      requireNonNull(session).close();
    }

    void run(String... statements) {
      for (String statement : statements) {
        requireNonNull(session).execute(statement).close();
      }
    }

    long number(String query) {
      List<List<@Nullable Object>> rows = requireNonNull(session).execute(query).toList();
      return ((Number) requireNonNull(rows.getFirst().getFirst())).longValue();
    }

    private void append(byte[] entry) {
      if (failure != null) {
        throw new ColonnadeException(failure, "the leadership is lost");
      }
      log.add(entry);
      applyUnfollowed(log.size());
    }

    /** Applies entries that the engine has written itself, or does not follow. */
    void applyUnfollowed(int end) {
      while (applied < Math.min(end, log.size())) {
        rocks.apply(log.get(applied++), POSITION, new byte[1]);
      }
    }

    /** Applies all entries that are left, as a replica if there is an engine. */
    void catchUp() {
      ReplicaUpdates following = updates;
      while (applied < log.size()) {
        byte[] entry = log.get(applied++);
        BatchChanges changes = BatchChanges.of(entry, rocks.familyIds());
        if (following != null) {
          assertThat(following.awaitReaders(changes, WAIT_NANOS)).isTrue();
        }
        rocks.apply(entry, POSITION, new byte[1]);
        if (following != null) {
          following.applied(changes);
        }
      }
    }

    void close() {
      endSession();
      database().close();
    }

    /** Store of the leader. */
    private final class Leading extends ForwardingStore {
      Leading() {
        super(rocks);
      }

      @Override
      public void write(Batch batch, Durability durability) {
        append(rocks.serialized(batch));
      }

      @Override
      public TableFileWriter newTableFile(Space space) {
        return new BatchedPairs(rocks, space);
      }

      @Override
      public void ingest(List<TableFileWriter> files) {
        for (TableFileWriter file : files) {
          ((BatchedPairs) file).batches().forEach(Node.this::append);
        }
      }

      @Override
      public void sync() {}
    }

    /** Store of a replica, which refuses writes. */
    private final class Following extends ForwardingStore {
      Following() {
        super(rocks);
      }

      @Override
      public void write(Batch batch, Durability durability) {
        throw new ColonnadeException(ErrorCode.READ_ONLY_TRANSACTION, "the store is a replica");
      }
    }
  }
}
