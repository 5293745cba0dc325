package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.engine.write.WriteResult;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.TransactionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of statements that contend for the same rows, and of the limits of transactions. */
@Timeout(600)
class SqlContentionTest {
  private static final int THREADS = 8;
  private static final int STATEMENTS = 25;

  @TempDir private Path folder;

  @Test
  void shouldSerializeConflictingAutocommitStatements() throws Exception {
    try (Database database = TestDatabases.open(folder);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      SqlSession first = database.session("test").sql();
      first.execute("create table counter (id int primary key, n bigint)").close();
      first.execute("insert into counter values (1, 0), (2, 0)").close();
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        running.add(threads.submit(() -> increment(database)));
      }
      for (Future<?> future : running) {
        future.get(120, TimeUnit.SECONDS);
      }
      assertThat(first.execute("select n from counter order by id").toList())
          .containsExactly(
              List.of((long) THREADS * STATEMENTS), List.of((long) THREADS * STATEMENTS));
      assertThat(database.statistics().transactions().locks().held()).isZero();
      assertThat(database.statistics().transactions().active()).isZero();
    }
  }

  private static void increment(Database database) {
    try (Session session = database.session("test")) {
      for (int i = 0; i < STATEMENTS; i++) {
        session.sql().execute("update counter set n = n + 1").close();
      }
    }
  }

  @Test
  void shouldBlockBatchesOutsideOfTransactionsByRowLocks() throws Exception {
    TransactionConfig config =
        new TransactionConfig(TransactionLimits.DEFAULT, Duration.ofMillis(50));
    try (Database database = Database.open(TestDatabases.config(folder).withTransactions(config))) {
      Session session = database.session("test");
      session.sql().execute("create table t (id bigint primary key, v bigint)").close();
      session.sql().execute("insert into t values (1, 10), (2, 20)").close();
      Table table = session.catalog().table("t");
      session.sql().execute("begin").close();
      session.sql().execute("select v from t where id = 1 for update").close();
      assertThatExceptionOfType(CompletionException.class)
          .isThrownBy(() -> upsert(session, table, 1, 11).join())
          .satisfies(
              e ->
                  assertThat(e.getCause())
                      .isInstanceOfSatisfying(
                          ColonnadeException.class,
                          cause ->
                              assertThat(cause.code()).isEqualTo(ErrorCode.LOCK_NOT_AVAILABLE)));
      upsert(session, table, 2, 21).join();
      session.sql().execute("commit").close();
      upsert(session, table, 1, 11).join();
      assertThat(session.sql().execute("select v from t order by id").toList())
          .containsExactly(List.of(11L), List.of(21L));
      assertThat(database.statistics().transactions().locks().held()).isZero();
    }
  }

  private static CompletableFuture<WriteResult> upsert(
      Session session, Table table, long id, long value) {
    RowBatch batch = session.newBatch(table);
    batch.row().putAll(id, value);
    return session.write(batch.upsert(Condition.ANY));
  }

  @Test
  void shouldNotRefreshATransactionWithAnOpenQuery() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      SqlSession other = database.session("test").sql();
      one.execute("create table t (id int primary key, v int)").close();
      one.execute("create table u (id int primary key, v int)").close();
      one.execute("insert into t values (1, 10), (2, 20)").close();
      one.execute("insert into u values (1, 10)").close();
      one.execute("begin").close();
      SqlResult query = one.execute("select v from t order by id");
      assertThat(query.next()).containsExactly(10);
      other.execute("update u set v = 11").close();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> one.execute("update u set v = v + 1"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      one.execute("rollback").close();

      one.execute("begin").close();
      SqlResult whole = one.execute("select v from t order by id");
      assertThat(whole.next()).containsExactly(10);
      assertThat(whole.next()).containsExactly(20);
      assertThat(whole.next()).isNull();
      other.execute("update u set v = 12").close();
      one.execute("update u set v = v + 1").close();
      one.execute("commit").close();
      assertThat(one.execute("select v from u").toList()).containsExactly(List.of(13));
      assertThat(database.context().transactions().statistics().refreshes()).isEqualTo(1);
    }
  }

  @Test
  void shouldAcceptParametersInLockingQueries() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession session = database.session("test").sql();
      session.execute("create table jobs (id int primary key, state text, v int)").close();
      session
          .execute("insert into jobs values (1, 'new', 10), (2, 'old', 20), (3, 'new', 30)")
          .close();
      String marks =
          "update jobs set v = v + ? where v > ? and id in (select id from jobs where state = ?"
              + " order by id limit 2 for update skip locked) and v < ? returning id, v";
      assertThat(session.execute(marks, 1, 5, "new", 25).toList()).containsExactly(List.of(1, 11));
      String numbers =
          "update jobs set v = v + $2 where v > $4 and id in (select id from jobs where state = $3"
              + " order by id limit 2 for update skip locked) and v < $1 returning id, v";
      for (int i = 0; i < 2; i++) {
        session.execute("begin").close();
        assertThat(session.execute(numbers, 25, 1, "new", 5).toList())
            .containsExactly(List.of(1, 12));
        session.execute("rollback").close();
      }
      String twice =
          "select id from jobs where id = (select min(id) from jobs) and v = ?"
              + " and id in (select id from jobs where id = ? for share)"
              + " and id in (select id from jobs where id < ? for key share)";
      assertThat(session.execute(twice, 11, 1, 2).toList()).containsExactly(List.of(1));
    }
  }

  @Test
  void shouldLimitTheWritesOfATransaction() {
    TransactionLimits limits = new TransactionLimits(3, 1 << 20, 10, 10, LockLimits.DEFAULT);
    TransactionConfig config = new TransactionConfig(limits, Duration.ofSeconds(1));
    try (Database database = Database.open(TestDatabases.config(folder).withTransactions(config))) {
      SqlSession session = database.session("test").sql();
      session.execute("create table t (id bigint primary key, v bigint)").close();
      session.execute("begin").close();
      session.execute("insert into t values (1, 1), (2, 2), (3, 3)").close();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> session.execute("insert into t values (4, 4)"))
          .satisfies(e -> assertThat(e.code().sqlState()).isEqualTo("54000"));
      session.execute("rollback").close();
      assertThat(session.execute("select * from t").toList()).isEmpty();
    }
  }

  @Test
  void shouldDetectATableDroppedDuringATransaction() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      SqlSession other = database.session("test").sql();
      one.execute("create table t (id bigint primary key, v bigint)").close();
      one.execute("create table u (id bigint primary key, v bigint)").close();
      one.execute("insert into t values (1, 10)").close();
      one.execute("begin").close();
      assertThat(one.execute("select v from t").toList()).hasSize(1);
      one.execute("insert into u values (1, 1)").close();
      other.execute("drop table t").close();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> one.execute("commit"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      assertThat(one.execute("select * from u").toList()).isEmpty();
    }
  }
}
