package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of advisory locks of two sessions, and of their release. */
class AdvisoryLockTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession one;
  private SqlSession two;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    one = database.session("postgres").sql();
    two = database.session("postgres").sql();
  }

  @AfterEach
  public void close() {
    one.close();
    two.close();
    database.close();
  }

  private static List<List<@Nullable Object>> query(SqlSession session, String sql) {
    return session.execute(sql).toList();
  }

  private boolean isFree(int key) {
    String sql = "select pg_try_advisory_xact_lock(%d)".formatted(key);
    return query(two, sql).getFirst().contains(true);
  }

  private static String stateOf(SqlSession session, String sql) {
    try {
      query(session, sql);
      return "";
    } catch (ColonnadeException e) {
      return e.code().sqlState();
    }
  }

  @Test
  void shouldHoldALockOfTheSessionOverItsTransactions() {
    query(one, "begin");
    query(one, "select pg_advisory_lock(1)");
    query(one, "rollback");
    assertThat(isFree(1)).isFalse();
    query(one, "select pg_advisory_unlock(1)");
    assertThat(isFree(1)).isTrue();
  }

  @Test
  void shouldReleaseALockOfTheTransactionWithIt() {
    query(one, "begin");
    query(one, "select pg_advisory_xact_lock(1)");
    query(one, "savepoint s");
    query(one, "select pg_advisory_xact_lock(2)");
    assertThat(isFree(1)).isFalse();
    assertThat(isFree(2)).isFalse();
    query(one, "rollback to s");
    assertThat(isFree(2)).isTrue();
    assertThat(isFree(1)).isFalse();
    query(one, "commit");
    assertThat(isFree(1)).isTrue();
  }

  @Test
  void shouldReleaseATransactionLockOfAnAutocommitStatement() {
    query(one, "create table t (id bigint primary key)");
    query(one, "insert into t select 1 where pg_try_advisory_xact_lock(1)");
    query(one, "select pg_advisory_xact_lock(2)");
    stateOf(one, "select pg_advisory_xact_lock(3), 1 / 0");
    assertThat(query(one, "select * from t")).hasSize(1);
    for (int key = 1; key <= 3; key++) {
      assertThat(isFree(key)).as("key %d", key).isTrue();
    }
  }

  @Test
  void shouldReleaseLocksOnFailureAndWithTheSession() {
    query(one, "begin");
    query(one, "select pg_advisory_xact_lock(1)");
    assertThat(stateOf(one, "select 1 / 0")).isEqualTo("22012");
    assertThat(isFree(1)).isTrue();
    query(one, "rollback");
    query(one, "select pg_advisory_lock(1)");
    one.close();
    assertThat(isFree(1)).isTrue();
    one = database.session("postgres").sql();
  }

  @Test
  void shouldReleaseAllLocksOnDiscard() {
    query(one, "select pg_advisory_lock(1)");
    query(one, "discard all");
    assertThat(isFree(1)).isTrue();
    query(one, "select pg_advisory_lock(1)");
    query(one, "select pg_advisory_unlock_all()");
    assertThat(isFree(1)).isTrue();
  }

  @Test
  void shouldWaitUpToTheLockTimeout() {
    query(one, "select pg_advisory_lock(1)");
    query(two, "set lock_timeout = '20ms'");
    assertThat(stateOf(two, "select pg_advisory_lock(1)")).isEqualTo("55P03");
    query(two, "reset lock_timeout");
    query(two, "set statement_timeout = '20ms'");
    assertThat(stateOf(two, "select pg_advisory_lock(1)")).isEqualTo("57014");
  }
}
