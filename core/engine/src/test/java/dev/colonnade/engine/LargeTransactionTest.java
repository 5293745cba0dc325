package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.config.TransactionConfig;
import dev.colonnade.storage.config.WriteMemory;
import dev.colonnade.store.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of SQL transactions under limits so small that 1,000 rows spill, escalate their locks and
 * commit in chunks.
 */
class LargeTransactionTest {
  private static final String STATE =
      "select count(*), sum(v), count(distinct u), min(id), max(id) from t";

  @TempDir private Path folder;

  private StorageConfig config(int escalateAfter) {
    StorageConfig usual = TestDatabases.config(folder);
    CommitOptions commit =
        new CommitOptions(
            Durability.SYNC,
            new BatchLimits(100_000, 64 << 20, new MutationChunks.Size(90, 5_000)),
            GroupLimits.DEFAULT,
            8192,
            1 << 10);
    LockLimits locks = new LockLimits(100_000, 100_000, 100, 64 << 20, escalateAfter);
    TransactionLimits limits = new TransactionLimits(1_000_000, 1 << 28, 100, 1_000, locks);
    return new StorageConfig(
        folder,
        usual.store(),
        commit,
        usual.retention(),
        usual.scan(),
        usual.memory(),
        usual.split(),
        usual.sequence(),
        new TransactionConfig(limits, Duration.ofSeconds(1), new WriteMemory(20_000, 1 << 20)),
        usual.archive(),
        usual.disk());
  }

  @Test
  void shouldRunLargeTransactions() throws IOException {
    try (Database database = Database.open(config(70));
        Session session = database.session("test")) {
      SqlSession sql = session.sql();
      run(sql, "create table t (id bigint primary key, v int not null, u int unique)");
      run(sql, "insert into t select g, 1, g from generate_series(1, 1000) g");
      assertThat(one(sql, STATE)).isEqualTo("[1000, 1000, 1000, 1, 1000]");

      run(sql, "begin");
      run(sql, "update t set v = v + 1, u = u + 10000");
      assertThat(Files.exists(folder.resolve("transactions"))).isTrue();
      assertThat(spilledFiles()).isPositive();
      assertThat(one(sql, STATE)).isEqualTo("[1000, 2000, 1000, 1, 1000]");
      run(sql, "savepoint s");
      run(sql, "delete from t where id % 2 = 0");
      run(sql, "insert into t select g, 5, g from generate_series(2001, 3000) g");
      assertThat(one(sql, STATE)).isEqualTo("[1500, 6000, 1500, 1, 3000]");
      run(sql, "rollback to s");
      assertThat(one(sql, STATE)).isEqualTo("[1000, 2000, 1000, 1, 1000]");
      run(sql, "delete from t where id > 900");
      assertThat(one(sql, STATE)).isEqualTo("[900, 1800, 900, 1, 900]");
      assertThat(one(sql, "select v from t where id = 7")).isEqualTo("[2]");
      run(sql, "commit");
      assertThat(one(sql, STATE)).isEqualTo("[900, 1800, 900, 1, 900]");
      assertThat(spilledFiles()).isZero();

      run(sql, "begin");
      run(sql, "update t set v = 0");
      run(sql, "rollback");
      assertThat(one(sql, STATE)).isEqualTo("[900, 1800, 900, 1, 900]");
      assertThat(database.statistics().transactions().locks().held()).isZero();
    }
    check();
  }

  @Test
  void shouldLeaveNoTraceOfARefusedCommit() throws IOException {
    try (Database database = Database.open(config(100_000));
        Session session = database.session("test");
        Session other = database.session("test")) {
      SqlSession sql = session.sql();
      run(sql, "create table t (id bigint primary key, v int not null, u int)");
      run(sql, "insert into t select g, 1, g from generate_series(1, 500) g");
      run(sql, "begin isolation level serializable");
      assertThat(one(sql, "select count(*) from t where id > 2000")).isEqualTo("[0]");
      run(sql, "insert into t select g, 1, g from generate_series(501, 1500) g");
      run(other.sql(), "insert into t values (5000, 1, 1)");
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> run(sql, "commit"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      assertThat(one(sql, STATE)).isEqualTo("[501, 501, 500, 1, 5000]");
      assertThat(spilledFiles()).isZero();
    }
    check();
  }

  @Test
  void shouldLetOthersWaitForAnEscalatedLock() throws Exception {
    try (Database database = Database.open(config(70));
        Session session = database.session("test");
        Session other = database.session("test")) {
      SqlSession sql = session.sql();
      run(sql, "create table t (id bigint primary key, v int not null, u int)");
      run(sql, "insert into t select g, 1, g from generate_series(1, 500) g");
      run(sql, "begin isolation level read committed");
      run(sql, "update t set v = v + 1 where id <= 400");
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> one(other.sql(), "select v from t where id = 450 for update nowait"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCK_NOT_AVAILABLE));
      Thread waiting = Thread.ofPlatform().start(() -> run(other.sql(), "update t set v = v + 10"));
      run(sql, "update t set v = v + 1 where id <= 400");
      run(sql, "commit");
      waiting.join();
      assertThat(one(sql, "select sum(v) from t")).isEqualTo("[6300]");
      assertThat(database.statistics().transactions().locks().held()).isZero();
    }
    check();
  }

  private void check() {
    assertThat(
            StoreCheck.run(folder, TestDatabases.config(folder).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  private long spilledFiles() throws IOException {
    Path spilled = folder.resolve("transactions");
    if (!Files.exists(spilled)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(spilled)) {
      return files.count();
    }
  }

  private static void run(SqlSession sql, String text) {
    sql.execute(text).close();
  }

  private static String one(SqlSession sql, String text) {
    List<?> rows = sql.execute(text).toList();
    return String.valueOf(rows.getFirst());
  }
}
