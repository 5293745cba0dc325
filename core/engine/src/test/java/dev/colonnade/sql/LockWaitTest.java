package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of what other sessions see of a session that waits for a lock, recorded as PostgreSQL 15.
 */
class LockWaitTest {
  private static final long MIB = 1024 * 1024;
  private static final long WAIT_SECONDS = 30;

  @TempDir private Path folder;
  private Database database;
  private SqlSession holder;
  private SqlSession first;
  private SqlSession second;
  private SqlSession observer;
  private final List<CompletableFuture<String>> statements = new ArrayList<>();

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    holder = database.session("postgres").sql();
    first = database.session("postgres").sql();
    second = database.session("postgres").sql();
    observer = database.session("postgres").sql();
    run(holder, "create table t (id int primary key, v int)");
    run(holder, "insert into t values (1, 1)");
  }

  @AfterEach
  public void close() throws Exception {
    run(holder, "rollback");
    for (CompletableFuture<String> statement : statements) {
      statement.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
    holder.close();
    first.close();
    second.close();
    observer.close();
    database.close();
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }

  private static String pid(SqlSession session) {
    return run(session, "select pg_backend_pid()").replaceAll("\\D", "");
  }

  /** Starts a statement and returns when its session waits for a lock. */
  private void startWaiting(SqlSession session, String sql) throws InterruptedException {
    String pid = pid(session);
    statements.add(CompletableFuture.supplyAsync(() -> run(session, sql), OwnThread.EXECUTOR));
    String isWaiting = "select cardinality(pg_blocking_pids(%s)) > 0".formatted(pid);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!run(observer, isWaiting).equals("[[true]]")) {
      assertThat(System.nanoTime()).as("%s does not wait", sql).isLessThan(end);
      Thread.sleep(5);
    }
  }

  private String locksOf(String pid) {
    return run(
        observer,
        "select locktype, mode, granted, relation = 't'::regclass from pg_locks where pid = "
            + pid
            + " order by 1, 2, 3");
  }

  private String waitOf(String pid) {
    return run(
        observer, "select wait_event_type, wait_event from pg_stat_activity where pid = " + pid);
  }

  private String blockersOf(String pid) {
    return run(observer, "select pg_blocking_pids(%s)".formatted(pid));
  }

  @Test
  void shouldShowWaitsForARow() throws InterruptedException {
    String holderPid = pid(holder);
    String firstPid = pid(first);
    String secondPid = pid(second);
    run(holder, "begin");
    run(holder, "update t set v = 2");
    startWaiting(first, "update t set v = 3");
    startWaiting(second, "update t set v = 4");
    assertThat(locksOf(holderPid))
        .isEqualTo(
            "[[relation, RowExclusiveLock, true, true], [transactionid, ExclusiveLock, true,"
                + " null]]");
    assertThat(locksOf(firstPid))
        .isEqualTo(
            "[[relation, RowExclusiveLock, true, true], [transactionid, ExclusiveLock, true, null],"
                + " [transactionid, ShareLock, false, null], [tuple, ExclusiveLock, true, true]]");
    assertThat(locksOf(secondPid))
        .isEqualTo(
            "[[relation, RowExclusiveLock, true, true], [transactionid, ExclusiveLock, true, null],"
                + " [tuple, ExclusiveLock, false, true]]");
    assertThat(waitOf(firstPid)).isEqualTo("[[Lock, transactionid]]");
    assertThat(waitOf(secondPid)).isEqualTo("[[Lock, tuple]]");
    assertThat(blockersOf(firstPid)).isEqualTo("[[[%s]]]".formatted(holderPid));
    assertThat(blockersOf(secondPid)).isEqualTo("[[[%s, %s]]]".formatted(holderPid, firstPid));
    assertThat(blockersOf(holderPid)).isEqualTo("[[[]]]");
  }

  @Test
  void shouldNameTheTransactionThatAWaiterWaitsFor() throws InterruptedException {
    String holderPid = pid(holder);
    run(holder, "begin");
    run(holder, "select * from t for update");
    startWaiting(first, "delete from t");
    assertThat(
            run(
                observer,
                "select h.pid from pg_locks w join pg_locks h using (transactionid)"
                    + " where not w.granted and h.granted"))
        .isEqualTo("[[%s]]".formatted(holderPid));
  }

  @Test
  void shouldShowAWaitForATable() throws InterruptedException {
    String holderPid = pid(holder);
    String firstPid = pid(first);
    run(holder, "begin");
    run(holder, "lock table t in access exclusive mode");
    startWaiting(first, "update t set v = 3");
    assertThat(locksOf(holderPid)).contains("[relation, AccessExclusiveLock, true, true]");
    assertThat(locksOf(firstPid)).contains("[relation, RowExclusiveLock, false, true]");
    assertThat(waitOf(firstPid)).isEqualTo("[[Lock, relation]]");
    assertThat(blockersOf(firstPid)).isEqualTo("[[[%s]]]".formatted(holderPid));
  }

  @Test
  void shouldShowAWaitForADefinition() throws InterruptedException {
    String holderPid = pid(holder);
    String firstPid = pid(first);
    run(holder, "begin");
    run(holder, "alter table t add column a int");
    startWaiting(first, "alter table t add column b int");
    assertThat(locksOf(firstPid)).contains("[relation, AccessExclusiveLock, false, true]");
    assertThat(blockersOf(firstPid)).isEqualTo("[[[%s]]]".formatted(holderPid));
  }

  @Test
  void shouldShowAWaitForAnAdvisoryLock() throws InterruptedException {
    String holderPid = pid(holder);
    String firstPid = pid(first);
    run(holder, "begin");
    run(holder, "select pg_advisory_xact_lock(1)");
    startWaiting(first, "select pg_advisory_xact_lock(1)");
    assertThat(waitOf(firstPid)).isEqualTo("[[Lock, advisory]]");
    assertThat(blockersOf(firstPid)).isEqualTo("[[[%s]]]".formatted(holderPid));
  }

  @Test
  void shouldTellWhetherASessionIsBlockedByOthers() throws InterruptedException {
    String blocked = "select pg_isolation_test_session_is_blocked(%s, array[%s])";
    String holderPid = pid(holder);
    String firstPid = pid(first);
    String secondPid = pid(second);
    run(holder, "begin");
    run(holder, "update t set v = 2");
    startWaiting(first, "update t set v = 3");
    assertThat(run(observer, blocked.formatted(firstPid, holderPid))).isEqualTo("[[true]]");
    assertThat(run(observer, blocked.formatted(firstPid, secondPid))).isEqualTo("[[false]]");
    assertThat(run(observer, blocked.formatted(holderPid, firstPid))).isEqualTo("[[false]]");
  }

  @Test
  void shouldShowNoLocksAfterTheTransaction() {
    run(holder, "begin");
    run(holder, "update t set v = 2");
    run(holder, "commit");
    assertThat(run(observer, "select count(*) from pg_locks")).isEqualTo("[[0]]");
  }
}
