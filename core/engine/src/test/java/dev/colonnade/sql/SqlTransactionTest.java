package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlTransactionTest {
  private static final SettingValue<Duration> LOCK_TIMEOUT = SettingValue.duration("lock_timeout");

  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run("create table t (id bigint primary key, v bigint)");
    run("insert into t values (1, 10), (2, 20)");
  }

  @AfterEach
  public void close() {
    session.close();
    assertThat(database.statistics().directBytes()).isZero();
    database.close();
  }

  private String run(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return result.command();
    }
  }

  private List<List<@Nullable Object>> query(String sql, @Nullable Object... parameters) {
    return session.execute(sql, parameters).toList();
  }

  private String stateOf(String sql) {
    try {
      query(sql);
    } catch (ColonnadeException e) {
      return e.sqlState();
    }
    return "00000";
  }

  private List<String> notices() {
    return session.takeNotices().stream().map(SqlNotice::sqlState).toList();
  }

  @Test
  void shouldFindTheStatementsOfAText() {
    String text =
        "select ';' ; -- a; comment\n insert into t values (3, 30) /* ; */;;\nselect $$;$$";
    assertThat(session.parse("select 1;; select 'a''b;c';").stream().map(SqlText::text))
        .containsExactly("select 1", "select 'a''b;c'");
    List<SqlText> statements = session.parse(text.substring(0, text.lastIndexOf("select")));
    assertThat(statements.stream().map(SqlText::text))
        .containsExactly("select ';'", "insert into t values (3, 30)");
    assertThat(session.parse(" ; -- nothing\n")).isEmpty();
    assertThatThrownBy(() -> session.parse("select 1;\n select from frm frm from"))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.position()).isEqualTo(32));
  }

  @Test
  void shouldSeeItsOwnWritesAndUndoThem() {
    assertThat(run("begin")).isEqualTo("BEGIN");
    run("update t set v = v + 1 where id = 1");
    run("insert into t values (3, 30)");
    run("delete from t where id = 2");
    assertThat(query("select id, v from t order by id"))
        .containsExactly(List.of(1L, 11L), List.of(3L, 30L));
    assertThat(query("select count(*), sum(v) from t").getFirst().getFirst()).isEqualTo(2L);
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    assertThat(run("rollback")).isEqualTo("ROLLBACK");
    assertThat(query("select id, v from t order by id"))
        .containsExactly(List.of(1L, 10L), List.of(2L, 20L));
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.IDLE);
  }

  @Test
  void shouldHideItsWritesUntilItCommits() {
    SqlSession other = database.session("other").sql();
    run("begin");
    run("update t set v = 11 where id = 1");
    assertThat(other.execute("select v from t where id = 1").toList())
        .containsExactly(List.of(10L));
    assertThat(run("commit")).isEqualTo("COMMIT");
    assertThat(other.execute("select v from t where id = 1").toList())
        .containsExactly(List.of(11L));
  }

  @Test
  void shouldRejectStatementsAfterAFailureUntilTheEnd() {
    run("begin");
    run("update t set v = 11 where id = 1");
    assertThat(stateOf("insert into t values (1, 1)")).isEqualTo("23505");
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.FAILED);
    assertThat(stateOf("select 1")).isEqualTo("25P02");
    assertThat(stateOf("savepoint a")).isEqualTo("25P02");
    assertThat(run("commit")).isEqualTo("ROLLBACK");
    assertThat(query("select v from t where id = 1")).containsExactly(List.of(10L));
  }

  private SqlPrepared prepared(String sql) {
    return session.prepare(session.parse(sql).getFirst(), List.of());
  }

  /**
   * Returns the rows, or the number of changed rows, of an attempt; null if it would have to wait.
   */
  private @Nullable Object tried(SqlPrepared prepared, @Nullable Object... parameters) {
    try (SqlResult result = session.executeWithoutBlocking(prepared, Arrays.asList(parameters))) {
      return result.columns().isEmpty() ? (Object) result.updateCount() : result.toList();
    } catch (WouldBlockException e) {
      return null;
    }
  }

  @Test
  void shouldRunShortStatementsAtOnceInATransaction() {
    SqlPrepared update = prepared("update t set v = v + $1 where id = $2");
    SqlPrepared select = prepared("select v from t where id = $1");
    SqlPrepared insert = prepared("insert into t values ($1, $2)");
    SqlPrepared delete = prepared("delete from t where id = $1");
    assertThat(tried(update, 1, 1)).as("outside of a transaction").isNull();
    run("begin");
    assertThat(tried(update, 1, 1)).isEqualTo(1L);
    assertThat(tried(update, 1, 1)).isEqualTo(1L);
    assertThat(tried(select, 1)).isEqualTo(List.of(List.of(12L)));
    assertThat(tried(insert, 3, 30)).isEqualTo(1L);
    assertThat(tried(delete, 2)).isEqualTo(1L);
    assertThat(tried(delete, 2)).isEqualTo(0L);
    assertThat(tried(select, 2)).isEqualTo(List.of());
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    run("commit");
    assertThat(query("select id, v from t order by id"))
        .containsExactly(List.of(1L, 12L), List.of(3L, 30L));
  }

  @Test
  void shouldAllocateReservedValuesAtOnce() {
    run("create table d (id bigserial primary key, v bigint)");
    run("insert into d (v) values (0)");
    SqlPrepared insert = prepared("insert into d (v) values ($1)");
    SqlPrepared next = prepared("select nextval('d_id_seq')");
    run("begin");
    assertThat(tried(insert, 1)).isEqualTo(1L);
    assertThat(tried(next)).isEqualTo(List.of(List.of(3L)));
    run("commit");
    assertThat(query("select id, v from d order by id"))
        .containsExactly(List.of(1L, 0L), List.of(2L, 1L));
  }

  @Test
  void shouldNotAttemptStatementsThatMayBeLong() {
    run("create table c (id bigint primary key, v text check (v <> 'x'))");
    run("create sequence g gapless");
    run("insert into c values (1, 'a')");
    List<SqlPrepared> long_ =
        List.of(
            prepared("update t set v = v + 1"),
            prepared("update t set v = length(md5(v::text)) where id = 1"),
            prepared("update t set v = 1 where id = (select 1)"),
            prepared("select v from t where id = 1 for update"),
            prepared("select nextval('g')"),
            prepared("insert into t values (nextval('g'), 1)"),
            prepared("update c set v = 'b' where id = 1"),
            prepared("insert into t values (8, 8), (9, 9)"),
            prepared("insert into t values (1, 1) on conflict do nothing"));
    SqlPrepared insert = prepared("insert into t values (1, 1)");
    run("begin");
    for (SqlPrepared statement : long_) {
      assertThat(tried(statement)).as(statement.text().text()).isNull();
    }
    run("commit");
    run("begin read only");
    assertThat(tried(prepared("delete from t where id = 1"))).isNull();
    run("commit");
    assertThat(query("select v from t where id = 1")).containsExactly(List.of(10L));
    run("begin");
    assertThat(stateOf("select 1/0")).isEqualTo("22012");
    assertThat(tried(insert)).as("in a transaction that has failed").isNull();
    run("rollback");
  }

  @Test
  void shouldReportFailuresOfAttempts() {
    SqlPrepared insert = prepared("insert into t values (1, 1)");
    SqlPrepared divide = prepared("update t set v = 1 / (v - 10) where id = 1");
    for (SqlPrepared failing : List.of(insert, divide)) {
      run("begin");
      run("update t set v = 10 where id = 1");
      ErrorCode expected =
          failing == insert ? ErrorCode.UNIQUE_VIOLATION : ErrorCode.DIVISION_BY_ZERO;
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> tried(failing))
          .satisfies(e -> assertThat(e.code()).isEqualTo(expected));
      assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.FAILED);
      assertThat(run("commit")).isEqualTo("ROLLBACK");
      assertThat(database.statistics().transactions().locks().held()).isZero();
    }
    run("begin");
    run("savepoint a");
    assertThatExceptionOfType(ColonnadeException.class).isThrownBy(() -> tried(insert));
    run("rollback to savepoint a");
    assertThat(tried(prepared("insert into t values (3, 3)"))).isEqualTo(1L);
    assertThat(run("commit")).isEqualTo("COMMIT");
  }

  /** The client has seen what the attempt read: that the row made it fail. */
  @Test
  void shouldValidateReadsOfAFailedAttempt() {
    run("update t set v = 10 where id = 1");
    SqlPrepared divide = prepared("update t set v = 1 / (v - 10) where id = 1");
    run("begin isolation level serializable");
    run("savepoint a");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> tried(divide))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
    run("rollback to savepoint a");
    try (SqlSession other = database.session("other").sql()) {
      other.execute("update t set v = 11 where id = 1").close();
    }
    run("insert into t values (4, 4)");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> run("commit"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
  }

  @Test
  void shouldUndoAnAttemptThatWouldWaitForALock() {
    SqlPrepared update = prepared("update t set v = v + 1 where id = 1");
    SqlPrepared other = prepared("update t set v = v + 1 where id = 2");
    try (SqlSession holder = database.session("test").sql()) {
      run("begin");
      assertThat(tried(other)).isEqualTo(1L);
      holder.execute("begin").close();
      holder.execute("update t set v = 100 where id = 1").close();
      assertThat(tried(update)).as("while the row is locked").isNull();
      holder.execute("commit").close();
      SqlPrepared again = prepared("update t set v = v + 1 where id = 1");
      assertThat(tried(again)).as("what the transaction does not see yet").isNull();
    }
    // Reads of attempts do not count: the transaction refreshes although the row has changed.
    session.execute(update, Cancellation.withoutDeadline(), List.of()).close();
    run("commit");
    assertThat(query("select v from t order by id")).containsExactly(List.of(101L), List.of(21L));
    assertThat(database.statistics().transactions().locks().held()).isZero();
  }

  @Test
  void shouldSuspendAttemptsAfterOneThatWouldWait() {
    SqlPrepared update = prepared("update t set v = v + 1 where id = $1");
    try (SqlSession holder = database.session("test").sql()) {
      run("begin");
      holder.execute("begin").close();
      holder.execute("update t set v = 100 where id = 1").close();
      assertThat(tried(update, 1)).isNull();
      for (int i = 0; i < SqlPrepared.SKIPPED_ATTEMPTS_AFTER_WAIT; i++) {
        assertThat(tried(update, 2)).isNull();
      }
      assertThat(tried(update, 2)).isEqualTo(1L);
    }
    run("commit");
    assertThat(query("select v from t order by id")).containsExactly(List.of(10L), List.of(21L));
  }

  @Test
  void shouldEndLocalSettingsWithTheTransaction() {
    run("set lock_timeout = '5s'");
    assertThat(session.settings().get(LOCK_TIMEOUT)).isEqualTo(Duration.ofSeconds(5));
    run("begin isolation level read committed");
    assertThat(session.settings().get(LOCK_TIMEOUT)).isEqualTo(Duration.ofSeconds(5));
    run("set local lock_timeout = '7s'");
    assertThat(session.settings().get(LOCK_TIMEOUT)).isEqualTo(Duration.ofSeconds(7));
    run("set default_transaction_isolation = 'repeatable read'");
    assertThat(query("show transaction_isolation")).containsExactly(List.of("read committed"));
    run("commit");
    assertThat(session.settings().get(LOCK_TIMEOUT)).isEqualTo(Duration.ofSeconds(5));
    run("begin");
    assertThat(query("show transaction_isolation")).containsExactly(List.of("repeatable read"));
    run("rollback");
  }

  @Test
  void shouldRollBackToSavepoints() {
    run("begin");
    run("update t set v = 11 where id = 1");
    run("savepoint a");
    run("update t set v = 12 where id = 1");
    assertThat(stateOf("select 1/0")).isEqualTo("22012");
    run("rollback to savepoint a");
    assertThat(query("select v from t where id = 1")).containsExactly(List.of(11L));
    run("update t set v = v + 5 where id = 1");
    run("release a");
    assertThat(stateOf("rollback to a")).isEqualTo("3B001");
    run("rollback");
    run("begin");
    run("savepoint s");
    run("insert into t values (7, 70)");
    run("savepoint s");
    run("insert into t values (8, 80)");
    run("rollback to s");
    run("commit");
    assertThat(query("select id from t where id > 2")).containsExactly(List.of(7L));
  }

  @Test
  void shouldWarnAboutTransactionsInTheWrongPlace() {
    run("begin");
    run("begin");
    assertThat(notices()).containsExactly("25001");
    run("commit");
    run("commit");
    assertThat(notices()).containsExactly("25P01");
    run("rollback");
    assertThat(notices()).containsExactly("25P01");
    assertThat(stateOf("savepoint a")).isEqualTo("25P01");
    assertThat(stateOf("release a")).isEqualTo("25P01");
    assertThat(stateOf("rollback to a")).isEqualTo("25P01");
    assertThat(stateOf("commit and chain")).isEqualTo("25P01");
  }

  @Test
  void shouldAcceptTransactionModes() {
    run("begin isolation level read committed, read only");
    assertThat(query("show transaction_isolation")).containsExactly(List.of("read committed"));
    assertThat(stateOf("insert into t values (3, 3)")).isEqualTo("25006");
    run("rollback");
    run("start transaction isolation level repeatable read");
    query("select * from t");
    assertThat(stateOf("set transaction isolation level serializable")).isEqualTo("25001");
    run("rollback");
    run("start transaction isolation level repeatable read");
    run("commit and chain");
    assertThat(query("show transaction_isolation")).containsExactly(List.of("repeatable read"));
    run("rollback");
    run("set session characteristics as transaction isolation level repeatable read");
    run("begin");
    assertThat(query("show transaction isolation level"))
        .containsExactly(List.of("repeatable read"));
    run("commit and chain");
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    run("commit");
  }

  @Test
  void shouldUndoSettingsWithTheirTransaction() {
    List<String> reported = new ArrayList<>();
    session.settings().onReport((name, value) -> reported.add(name + "=" + value));
    run("begin");
    run("set application_name = 'a'");
    run("set local timezone to 'Europe/Paris'");
    assertThat(query("show time zone")).containsExactly(List.of("Europe/Paris"));
    run("commit");
    assertThat(query("show application_name")).containsExactly(List.of("a"));
    assertThat(query("show timezone")).containsExactly(List.of("UTC"));
    run("begin");
    run("set application_name = 'b'");
    run("rollback");
    assertThat(reported)
        .containsExactly(
            "application_name=a",
            "TimeZone=Europe/Paris",
            "TimeZone=UTC",
            "application_name=b",
            "application_name=a");
    assertThat(stateOf("set lock_timeout = 'soon'")).isEqualTo("22023");
    run("set lock_timeout = 5000");
    assertThat(query("show lock_timeout")).containsExactly(List.of("5s"));
    assertThat(stateOf("set server_version = '1'")).isEqualTo("55P02");
    assertThat(stateOf("set nonsense = 1")).isEqualTo("42704");
  }

  @Test
  void shouldRollBackAnAbandonedImplicitTransaction() {
    session.beginImplicit();
    run("insert into t values (3, 30)");
    session.abandonImplicit();
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.IDLE);
    assertThat(query("select count(*) from t")).containsExactly(List.of(2L));
    session.beginImplicit();
    run("begin");
    run("insert into t values (3, 30)");
    session.abandonImplicit();
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.FAILED);
    run("rollback");
    assertThat(query("select count(*) from t")).containsExactly(List.of(2L));
  }

  @Test
  void shouldShareOneTransactionImplicitly() {
    session.beginImplicit();
    run("insert into t values (3, 30)");
    assertThat(stateOf("insert into t values (1, 1)")).isEqualTo("23505");
    session.endImplicit(Cancellation.withoutDeadline());
    assertThat(query("select count(*) from t")).containsExactly(List.of(2L));
    session.beginImplicit();
    run("insert into t values (3, 30)");
    run("begin");
    run("insert into t values (4, 40)");
    session.endImplicit(Cancellation.withoutDeadline());
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.ACTIVE);
    run("rollback");
    assertThat(query("select count(*) from t")).containsExactly(List.of(2L));
  }

  @Test
  void shouldPrepareAndExecute() {
    run("prepare p (int, bigint) as insert into t values ($1, $2)");
    run("execute p(3, 10 * 3)");
    assertThat(query("select v from t where id = 3")).containsExactly(List.of(30L));
    run("prepare q as select v from t where id = $1");
    assertThat(query("execute q(3)")).containsExactly(List.of(30L));
    assertThat(stateOf("execute q")).isEqualTo("42601");
    assertThat(stateOf("prepare q as select 1")).isEqualTo("42P05");
    run("deallocate q");
    assertThat(stateOf("execute q(1)")).isEqualTo("26000");
    run("discard all");
    assertThat(stateOf("execute p(4, 4)")).isEqualTo("26000");
  }

  @Test
  void shouldAcceptParameterTypesFromTheClient() {
    SqlText text = session.parse("select $1, $2 + 1").getFirst();
    SqlPrepared prepared =
        session.prepare(text, List.of(SqlType.of(TypeKind.TEXT), SqlType.of(TypeKind.BIGINT)));
    assertThat(prepared.parameterTypes())
        .containsExactly(SqlType.of(TypeKind.TEXT), SqlType.of(TypeKind.BIGINT));
    assertThat(prepared.command()).isEqualTo("SELECT");
    assertThat(
            session.execute(prepared, Cancellation.withoutDeadline(), List.of("a", 41L)).toList())
        .containsExactly(List.of("a", 42L));
    run("drop table t");
    run("create table t (id bigint primary key, v bigint)");
    assertThat(session.execute(prepared, Cancellation.withoutDeadline(), List.of("b", 1L)).toList())
        .containsExactly(List.of("b", 2L));
  }

  @Test
  void shouldReadThePast() {
    long before = database.session("x").latestTimestamp();
    run("update t set v = 99");
    assertThat(query("select v from t as of system time '" + before + "' where id = 1"))
        .containsExactly(List.of(10L));
    run("begin as of system time '" + before + "'");
    assertThat(String.valueOf(query("select sum(v) from t").getFirst().getFirst())).isEqualTo("30");
    assertThat(stateOf("update t set v = 1")).isEqualTo("25006");
    run("rollback");
    assertThat(query("select v from t where id = 1")).containsExactly(List.of(99L));
  }

  @Test
  void shouldEndResultsWithTheirTransaction() {
    run("begin");
    SqlResult open = session.execute("select id from t");
    run("update t set v = 0 where id = 1");
    assertThat(open.next()).isNotNull();
    run("commit");
    try {
      open.next();
    } catch (ColonnadeException e) {
      assertThat(e.sqlState()).isEqualTo("34000");
      return;
    }
    throw new AssertionError("the result outlived its transaction");
  }
}
