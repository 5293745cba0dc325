package dev.colonnade.sql.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.TestDatabases;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.config.TransactionConfig;
import dev.colonnade.storage.config.WriteMemory;
import dev.colonnade.store.Durability;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cancellation of commits in chunks at each of their checks: the transaction is committed, or it
 * fails with 57014 and nothing of it is. The limits are so small that 600 rows spill.
 */
class CancelLargeCommitTest {
  private static final int ROWS = 600;
  private static final int CHUNK_ROWS_MAX = 90;

  /** Number of chunks of rows and index entries, each of which is checked when it is validated. */
  private static final int CHUNKS_MIN = 2 * ROWS / CHUNK_ROWS_MAX;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private SqlSession session;

  @BeforeEach
  void open() {
    database = Database.open(config());
    session = database.session("postgres", "postgres").sql();
    run("create table t (id int primary key, v int not null, u int unique)");
    run("insert into t select g, 0, g from generate_series(1, %d) g".formatted(ROWS));
  }

  @AfterEach
  void close() {
    session.close();
    database.close();
    assertThat(
            StoreCheck.run(folder, config().store(), VerificationObserver.NONE).ranges().problems())
        .isEmpty();
  }

  private StorageConfig config() {
    StorageConfig usual = TestDatabases.config(folder);
    CommitOptions commit =
        new CommitOptions(
            Durability.RELAXED,
            new BatchLimits(100_000, 64 << 20, new MutationChunks.Size(CHUNK_ROWS_MAX, 5_000)),
            GroupLimits.DEFAULT,
            8192,
            1 << 10);
    TransactionConfig transactions =
        new TransactionConfig(
            usual.transactions().limits(),
            usual.transactions().batchLockWaitMax(),
            new WriteMemory(20_000, 1 << 20));
    return new StorageConfig(
        folder,
        usual.store(),
        commit,
        usual.retention(),
        usual.scan(),
        usual.memory(),
        usual.split(),
        usual.sequence(),
        transactions,
        usual.archive(),
        usual.disk());
  }

  @Test
  void shouldCommitOrRollBackAtEachCheckOfACommit() {
    int canceled = 0;
    for (boolean isCommitted = false; !isCommitted; ) {
      canceled++;
      run("begin");
      run("update t set v = v + 1, u = u + 10000");
      isCommitted = commits("commit", canceled);
      assertState(isCommitted ? 1 : 0);
    }
    assertThat(canceled).isGreaterThan(CHUNKS_MIN);
  }

  @Test
  void shouldCommitOrRollBackAtEachCheckOfAStatement() {
    long check = countOf("update t set v = v + 1, u = u + 10000");
    for (boolean isCommitted = false; !isCommitted; ) {
      check++;
      isCommitted = commits("update t set v = v + 1, u = u + 10000", check);
      assertState(isCommitted ? 1 : 0);
    }
  }

  /** Returns the number of checks of a statement without its commit. */
  private long countOf(String sql) {
    CheckCounter counter = CheckCounter.unlimited();
    run("begin");
    session.execute(sql, counter.cancellation()).close();
    run("rollback");
    return counter.count();
  }

  @Test
  void shouldRollBackANewTable() {
    int canceled = 0;
    String sql = "insert into t select g, 0, g from generate_series(10001, 10600) g";
    for (boolean isCommitted = false; !isCommitted; ) {
      canceled++;
      run("begin");
      run(sql);
      isCommitted = commits("commit", canceled);
      assertThat(run("select count(*), count(u) from t where id > 10000"))
          .hasToString(isCommitted ? "[[600, 600]]" : "[[0, 0]]");
    }
    assertThat(canceled).isGreaterThan(CHUNKS_MIN);
  }

  /** Executes a statement that is canceled at a check; returns whether it has committed. */
  private boolean commits(String sql, long canceledAt) {
    try {
      session.execute(sql, new CheckCounter(canceledAt).cancellation()).close();
      return true;
    } catch (ColonnadeException e) {
      assertThat(e.sqlState()).withFailMessage(e::toString).isEqualTo("57014");
      return false;
    } finally {
      assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.IDLE);
      assertThat(database.statistics().transactions().active()).isZero();
      assertThat(database.statistics().transactions().locks().held()).isZero();
    }
  }

  /** Checks that all rows, and the entries of the second index, were changed so many times. */
  private void assertState(int times) {
    assertThat(run("select count(*), min(v), max(v), min(u), max(u) from t"))
        .hasToString(
            "[[%d, %d, %d, %d, %d]]"
                .formatted(ROWS, times, times, 1 + 10_000 * times, ROWS + 10_000 * times));
    assertThat(
            run(
                "select count(*) from t where u between %1$d + 1 and %1$d + 600"
                    .formatted(10_000 * times)))
        .hasToString("[[600]]");
  }

  private List<List<@Nullable Object>> run(String sql) {
    return session.execute(sql).toList();
  }
}
