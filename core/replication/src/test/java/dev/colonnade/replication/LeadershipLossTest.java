package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.sql.session.conflict.ConflictRestarts;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Durability;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of statements that write several entries, with the loss of leadership at each of them: under
 * the next leader they have happened completely or not at all.
 */
@Tag("integration")
class LeadershipLossTest {
  private static final long MIB = 1024 * 1024;
  private static final int APPENDS_MAX = 200;

  @TempDir private Path folder;
  @TempDir private Path elsewhere;

  private LeaderFixture leader;

  @BeforeEach
  void open() {
    leader = new LeaderFixture(config());
  }

  @AfterEach
  void close() {
    leader.close();
  }

  private StorageConfig config() {
    StorageConfig defaults = StorageConfig.at(folder);
    return new StorageConfig(
        folder,
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4)),
        new CommitOptions(
            Durability.SYNC,
            new BatchLimits(100_000, 16 * MIB, new MutationChunks.Size(100, MIB)),
            CommitOptions.GroupLimits.DEFAULT,
            1024,
            1 << 10),
        defaults.retention(),
        defaults.scan(),
        defaults.memory(),
        defaults.split().withEnabled(false),
        defaults.sequence(),
        defaults.transactions(),
        defaults.archive(),
        defaults.disk());
  }

  /**
   * Runs a statement and loses leadership at its first entry, then at its second, and so on, until
   * the statement has fewer entries; in turn without and with the entry in the log.
   *
   * @param outcome query of a number
   * @param reset statements that undo the statement where it has happened
   */
  private void loseAtEachEntry(
      String statement, String outcome, long before, long after, String... reset) {
    int lost = 0;
    for (int number = 1; number <= APPENDS_MAX; number++) {
      leader.loseAt(number, number % 2 == 0);
      ErrorCode failure = failure(statement);
      boolean isComplete = !leader.isLost();
      leader.nextLeader();
      long found = leader.number(outcome);
      assertThat(found).as(statement + " entry=" + number).isIn(before, after);
      if (failure == null) {
        assertThat(found).isEqualTo(after);
      } else if (failure == ErrorCode.SERIALIZATION_FAILURE) {
        assertThat(found).as("a failure that states that it did not happen").isEqualTo(before);
      }
      assertThat(leader.verify().problems()).isEmpty();
      if (found == after) {
        leader.run(reset);
      }
      if (isComplete) {
        assertThat(lost).as("losses inside of the statement").isPositive();
        return;
      }
      lost++;
    }
    throw new AssertionError("too many entries: " + statement);
  }

  private @Nullable ErrorCode failure(String statement) {
    try {
      leader.run(statement);
      return null;
    } catch (ColonnadeException e) {
      return e.code();
    }
  }

  @Test
  void shouldDiscardUnfinishedBulkLoads() {
    leader.run(
        "create table t (id int primary key, v text)",
        "insert into t select n, repeat('x', 150) || n from generate_series(1, 20000) n");
    loseAtEachEntry(
        "create index t_v on t (v)",
        "select count(*) from pg_indexes where indexname = 't_v'",
        0,
        1,
        "drop index t_v");
    leader.run("create index t_v on t (v)");
    assertThat(leader.number("select id from t where v = repeat('x', 150) || 777")).isEqualTo(777);
    assertThat(leader.verify().problems()).isEmpty();
  }

  @Test
  void shouldUndoUnfinishedLargeCommits() {
    leader.run("create table t (id int primary key, v int)", "insert into t values (0, 0)");
    loseAtEachEntry(
        "insert into t select n, n from generate_series(1, 250) n",
        "select count(*) from t",
        1,
        251,
        "delete from t where id > 0");
    leader.run("insert into t select n, 1 from generate_series(1, 250) n");
    loseAtEachEntry(
        "update t set v = v + 1 where id > 0",
        "select sum(v) from t",
        250,
        500,
        "update t set v = v - 1 where id > 0");
  }

  @Test
  void shouldNotRestartStatementsOfADeposedLeader() {
    leader.run("create table t (id int primary key, v int)");
    for (String statement :
        List.of(
            "insert into t values (1, 1)",
            "insert into t select n, n from generate_series(1, 250) n",
            "create table u (id serial primary key)")) {
      leader.loseAt(1, false);
      long before = leader.clockReadings();
      assertThat(failure(statement)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
      assertThat(leader.clockReadings() - before)
          .as("checks of the lease by " + statement)
          .isLessThan(ConflictRestarts.RESTARTS_MAX / 2);
      leader.nextLeader();
    }
  }

  @Test
  void shouldCompleteOrDiscardDefinitions() {
    leader.run(
        "create table t (id serial primary key, v int)", "insert into t (v) values (1), (2)");
    loseAtEachEntry(
        "create table u (id serial primary key, w text unique)",
        "select count(*) from pg_class where relname in ('u', 'u_id_seq', 'u_w_key')",
        0,
        3,
        "drop table u");
    loseAtEachEntry(
        "drop table t",
        "select count(*) from pg_class where relname in ('t', 't_id_seq')",
        2,
        0,
        "create table t (id serial primary key, v int)",
        "insert into t (v) values (1), (2)");
    loseAtEachEntry(
        "alter table t add column x int not null default 7",
        "select count(*) from pg_attribute where attname = 'x'",
        0,
        1,
        "alter table t drop column x");
    assertThat(leader.number("select count(*) from t")).isEqualTo(2);
  }

  @Test
  void shouldRestoreAllOfADatabaseOrATableOrNothing() {
    leader.run(
        "create type mood as enum ('sad', 'glad')",
        "create table t (id serial primary key, m mood, v text)",
        "create index t_v on t (v)",
        "insert into t (m, v) select 'glad', 'v' || n from generate_series(1, 250) n",
        "create table u (id int, v text)");
    String backups = elsewhere.resolve("backups").toString();
    leader.run("backup to '" + backups + "'");
    int sequenceCount = leader.database().sequences().all().size();
    loseAtEachEntry(
        "restore database colonnade from '" + backups + "' as copy",
        "select count(*) from pg_database where datname = 'copy'",
        0,
        1,
        "drop database copy");
    assertThat(leader.database().sequences().all()).hasSize(sequenceCount);
    assertThat(leader.database().catalog().snapshot().restoringDatabases()).isEmpty();
    loseAtEachEntry(
        "restore table u from '" + backups + "' (source_table 't')",
        "select count(*) from u",
        0,
        250,
        "delete from u");
  }

  @Test
  void shouldMoveRowsToAnotherKeyOrKeepTheirPlace() {
    leader.run(
        "create table t (id int not null, v text)",
        "create index t_v on t (v)",
        "insert into t select n, 'v' || n from generate_series(1, 250) n");
    loseAtEachEntry(
        "alter table t add primary key (id)",
        "select count(*) from pg_constraint where conname = 't_pkey'",
        0,
        1,
        "alter table t drop constraint t_pkey");
    for (int round = 0; round < 2; round++) {
      assertThat(leader.number("select count(*) from t")).isEqualTo(250);
      assertThat(leader.number("select id from t where v = 'v77'")).isEqualTo(77);
      assertThat(leader.number("select count(distinct v) from t where id > 0")).isEqualTo(250);
      leader.run("update t set v = v where id = 5");
      leader.run(round == 0 ? "alter table t add primary key (id)" : "analyze t");
    }
    assertThat(leader.run("select v from t where id = 5")).isEqualTo(List.of(List.of("v5")));
    assertThat(leader.verify().problems()).isEmpty();
  }
}
