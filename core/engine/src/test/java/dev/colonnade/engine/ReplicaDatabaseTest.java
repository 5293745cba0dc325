package dev.colonnade.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.deletion.DeletedSpan;
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
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a replica's engine: a leader on one store, every batch of which is applied to a second
 * one, on which a replica answers. No log is involved.
 */
class ReplicaDatabaseTest {
  private static final Key POSITION = Key.wrap("position".getBytes(US_ASCII));
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  @TempDir private Path folder;

  private RocksStore leaderStore;
  private RocksStore replicaStore;
  private @Nullable ReplicaUpdates updates;
  private Database leader;
  private Database replica;
  private SqlSession on;
  private SqlSession at;

  @BeforeEach
  public void open() {
    leaderStore = store("leader");
    replicaStore = store("replica");
    leader = Database.open(config("leader"), new Leading(), StorageRole.LEADER);
    replica = Database.open(config("replica"), new Following(), StorageRole.REPLICA);
    updates = replica.storage().replicaUpdates();
    on = leader.session("test").sql();
    at = replica.session("test").sql();
  }

  @AfterEach
  public void close() {
    on.close();
    at.close();
    replica.close();
    leader.close();
  }

  private StorageConfig config(String name) {
    StorageConfig config = TestDatabases.config(folder.resolve(name));
    return config.withStore(config.store().withLog(config.store().log().disabled()));
  }

  private RocksStore store(String name) {
    return RocksStore.open(folder.resolve(name), config(name).store(), UUID.randomUUID());
  }

  private void apply(byte[] batch) {
    ReplicaUpdates following = updates;
    BatchChanges changes = BatchChanges.of(batch, replicaStore.familyIds());
    if (following != null) {
      assertThat(following.awaitReaders(changes, WAIT_NANOS)).isTrue();
    }
    replicaStore.apply(batch, POSITION, new byte[1]);
    if (following != null) {
      following.applied(changes);
    }
  }

  private void run(String... statements) {
    for (String statement : statements) {
      on.execute(statement).close();
    }
  }

  private List<List<@Nullable Object>> leaderRows(String query) {
    return on.execute(query).toList();
  }

  private List<List<@Nullable Object>> rows(String query) {
    return at.execute(query).toList();
  }

  private void assertEqual(String query) {
    assertThat(rows(query)).isEqualTo(leaderRows(query));
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldFollowRowsAndDefinitions() {
    run(
        "create table t (id int primary key, v text)",
        "insert into t select n, 'v' || n from generate_series(1, 3000) n");
    assertEqual("select count(*), sum(id), max(v) from t");
    run("update t set v = 'x' where id % 3 = 0", "delete from t where id > 2000");
    assertEqual("select * from t order by id");
    run(
        "alter table t add column w int default 7",
        "create index t_v on t (v)",
        "create view u as select v, count(*) as n from t group by v",
        "create schema s",
        "create table s.child (id int primary key, t int references t)");
    assertEqual("select * from t where v = 'x' order by id");
    assertEqual("select * from u order by v");
    assertEqual("select relname from pg_class where relname like 't%' order by 1");
    assertEqual("select count(*) from s.child");
    run("drop view u", "alter table t drop column v");
    assertEqual("select * from t order by id");
    run("analyze t", "truncate s.child", "drop schema s cascade");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> rows("select * from s.child"));
    assertThat(replica.storage().ranges().total()).isEqualTo(leader.storage().ranges().total());
  }

  @Test
  void shouldFollowRowsThatMove() {
    run(
        "create table t (id int, v int)",
        "insert into t select n, n from generate_series(1, 20000) n",
        "create index t_v on t (v)");
    assertEqual("select sum(v), count(*) from t");
    for (int round = 0; round < 2; round++) {
      run("alter table t add primary key (id)", "update t set v = v + 1 where id % 3 = 0");
      assertEqual("select * from t where id between 10 and 20 order by id");
      assertEqual("select sum(v), count(*) from t");
      assertEqual("select * from t where v = 777 order by id");
      run("alter table t drop constraint t_pkey", "delete from t where id % 7 = 0");
      assertEqual("select sum(v), count(*), sum(id) from t");
      assertEqual("select * from t where v = 776 order by id");
    }
    assertThat(replica.storage().ranges().total()).isEqualTo(leader.storage().ranges().total());
  }

  @Test
  void shouldInvalidateCachedColumns() {
    run(
        "create table t (id int primary key, v int)",
        "insert into t select n, n from generate_series(1, 20000) n");
    for (int round = 0; round < 4; round++) {
      assertEqual("select sum(v), count(*) from t");
      run(
          "update t set v = v + 1 where id = " + (round + 1),
          "delete from t where id = 777" + round);
    }
    assertEqual("select sum(v), count(*) from t");
    run("truncate t");
    assertEqual("select sum(v), count(*) from t");
  }

  @Test
  void shouldFollowSequencesAndRefuseToAllocate() {
    run("create sequence s", "create table t (id serial primary key, v int)");
    leaderRows("select nextval('s')");
    run("insert into t (v) values (1), (2)");
    assertEqual("select * from t order by id");
    assertEqual("select sequencename, start_value, increment_by from pg_sequences order by 1");
    assertFails(ErrorCode.READ_ONLY_TRANSACTION, () -> rows("select nextval('s')"));
    run("drop sequence s");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> rows("select nextval('s')"));
  }

  @Test
  void shouldRefuseEveryWrite() {
    run("create table t (id int primary key, v int)", "insert into t values (1, 1)");
    for (String statement :
        List.of(
            "insert into t values (2, 2)",
            "update t set v = 2",
            "delete from t",
            "create table u (id int)",
            "create temporary table u (id int)",
            "drop table t",
            "alter table t add column w int",
            "create index on t (v)",
            "create sequence q",
            "truncate t",
            "analyze t",
            "create role reader")) {
      assertThatThrownBy(() -> at.execute(statement).close())
          .as(statement)
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION));
    }
    assertEqual("select * from t");
  }

  @Test
  void shouldReportThatItIsAReplica() {
    List<Object> replicaState = List.of(true, "on", "on", "off");
    List<Object> leaderState = List.of(false, "off", "off", "off");
    String query =
        "select pg_is_in_recovery(), current_setting('in_hot_standby'),"
            + " current_setting('transaction_read_only'),"
            + " current_setting('default_transaction_read_only')";
    assertThat(rows(query)).isEqualTo(List.of(replicaState));
    assertThat(leaderRows(query)).isEqualTo(List.of(leaderState));
  }

  @Test
  void shouldRefuseToBeginATransactionThatWrites() {
    at.execute("begin read only").close();
    for (String statement : List.of("set transaction read write", "begin read write")) {
      assertThatThrownBy(() -> at.execute(statement).close())
          .as(statement)
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
          .hasMessage("cannot set transaction read-write mode during recovery");
      at.execute("rollback").close();
    }
  }

  @Test
  void shouldNotSeeAPartOfALargeCommit() {
    run("create table t (id int primary key, v text)");
    List<Long> counts = new ArrayList<>();
    seen = () -> counts.add((Long) rows("select count(*) from t").getFirst().getFirst());
    run("insert into t select n, repeat('x', 100) from generate_series(1, 150000) n");
    seen = () -> {};
    assertThat(ingestedCount).isPositive();
    assertThat(counts).hasSizeGreaterThan(3).containsOnly(0L, 150_000L);
    assertEqual("select count(*), max(id) from t");
  }

  @Test
  void shouldSeeRowsThatAreDeletedAsASpan() {
    run("create table t (id int primary key, v text)", "create index on t (v)");
    run("insert into t select n, 'x' || n from generate_series(1, 60000) n");
    for (int read = 0; read < 3; read++) {
      assertEqual("select count(*), sum(id), min(v) from t");
    }
    long before = leader.storage().versions().published().get();
    List<Long> counts = new ArrayList<>();
    seen = () -> counts.add((Long) rows("select count(*) from t").getFirst().getFirst());
    run("delete from t where id > 100");
    seen = () -> {};
    assertThat(DeletedSpan.readAll(replicaStore)).isNotEmpty();
    assertThat(counts).containsOnly(60_000L, 100L);
    assertEqual("select count(*), sum(id), min(v), max(v) from t");
    assertThat(rows("select count(*) from t as of system time " + before))
        .containsExactly(List.of(60_000L));
    run("insert into t select n, 'again' from generate_series(200, 300) n");
    assertEqual("select * from t where id between 90 and 310 order by id");
    assertThat(rows("select count(*) from t as of system time " + before))
        .containsExactly(List.of(60_000L));
    assertThat(
            RangeVerifier.verify(
                    replica.storage().store(), new TableRowBoundaries(replica.storage().catalog()))
                .problems())
        .isEmpty();
  }

  /** The rows of an ingested file are changes of a block in the column cache of the replica. */
  @Test
  void shouldSeeIngestedRowsBesideCachedOnes() {
    run("create table t (id int primary key, v text)");
    run("insert into t select n, 'before' from generate_series(1, 5000) n");
    for (int read = 0; read < 3; read++) {
      assertEqual("select count(*), sum(id), min(v) from t");
    }
    run("insert into t select n, repeat('x', 100) from generate_series(5001, 70000) n");
    assertThat(ingestedCount).isPositive();
    assertEqual("select count(*), sum(id), min(v), max(v) from t");
    assertThat(rows("select count(*) from t")).containsExactly(List.of(70_000L));
  }

  @Test
  void shouldReadAtATimestampThatTheLogPublishes() {
    run("create table t (id int primary key)", "insert into t values (1)");
    long before = leader.storage().versions().published().get();
    run("insert into t values (2)");
    assertThat(rows("select count(*) from t as of system time " + before))
        .containsExactly(List.of(1L));
    leader.storage().readableTimestamps().publishNow();
    assertThat(replica.storage().versions().published().get())
        .isEqualTo(leader.storage().versions().published().get());
  }

  @Test
  void shouldWaitForReadersBeforeVersionsAreRemoved() {
    run("create table t (id int primary key, v int)", "insert into t values (1, 1)");
    run("update t set v = 2");
    long horizon = replica.storage().versions().published().get();
    BatchChanges changes = horizonAt(horizon);
    RetentionGuard.Pin pin = replica.storage().versions().guard().pin(horizon - 1);
    assertThat(updates().awaitReaders(changes, 1_000_000)).isFalse();
    assertFails(
        ErrorCode.READ_TIMESTAMP_TOO_OLD,
        () -> replica.storage().versions().guard().pin(horizon - 1));
    pin.close();
    assertThat(updates().awaitReaders(changes, WAIT_NANOS)).isTrue();
    assertEqual("select * from t");
  }

  private BatchChanges horizonAt(long horizon) {
    try (Batch batch = replicaStore.newBatch()) {
      TimestampRecords.put(batch, TimestampRecords.HORIZON, horizon);
      return BatchChanges.of(replicaStore.serialized(batch), replicaStore.familyIds());
    }
  }

  private ReplicaUpdates updates() {
    return requireNonNull(updates);
  }

  /** Number of files that the leader has ingested. */
  private int ingestedCount;

  /** Called after every batch that was applied to both stores. */
  private Runnable seen = () -> {};

  /** Store of the leader, which applies its batches to both. */
  private final class Leading extends ForwardingStore {
    Leading() {
      super(leaderStore);
    }

    @Override
    public void write(Batch batch, Durability durability) {
      byte[] bytes = leaderStore.serialized(batch);
      leaderStore.apply(bytes, POSITION, new byte[1]);
      apply(bytes);
      seen.run();
    }

    @Override
    public TableFileWriter newTableFile(Space space) {
      return new BatchedPairs(leaderStore, space);
    }

    /** As with a log: the pairs are batches, one after the other. */
    @Override
    public void ingest(List<TableFileWriter> files) {
      for (TableFileWriter file : files) {
        ingestedCount++;
        ((BatchedPairs) file)
            .batches()
            .forEach(
                bytes -> {
                  leaderStore.apply(bytes, POSITION, new byte[1]);
                  ReplicaDatabaseTest.this.apply(bytes);
                  seen.run();
                });
      }
    }

    @Override
    public void sync() {}
  }

  /** Store of the replica, which refuses writes. */
  private final class Following extends ForwardingStore {
    Following() {
      super(replicaStore);
    }

    @Override
    public void write(Batch batch, Durability durability) {
      throw new ColonnadeException(ErrorCode.READ_ONLY_TRANSACTION, "the store is a replica");
    }
  }
}
