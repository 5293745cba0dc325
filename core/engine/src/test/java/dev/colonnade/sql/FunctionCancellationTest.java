package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a statement ends soon after its time limit or its cancellation, wherever a function
 * runs that would not end for minutes.
 */
class FunctionCancellationTest {
  private static final long MIB = 1024 * 1024;

  /** Time after which a statement has to have ended; generous, because the machine may be busy. */
  private static final long LATE_NANOS_MAX = TimeUnit.SECONDS.toNanos(3);

  private static final int ATTEMPTS_MAX = 100;

  private static final String ENDLESS = "repeat('a', 50000) ~ '(a*)*b'";

  @TempDir private static Path folder;
  private static Database database;

  private SqlSession session;

  @BeforeAll
  static void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    SqlSession setup = database.session("test").sql();
    setup.execute("create table checked (a text check (a !~ '(a*)*b'))").close();
    setup.execute("create table texts (a text)").close();
    setup.execute("insert into texts values (repeat('a', 50000))").close();
    setup.execute("create table indexed (a text)").close();
    setup.execute("create index on indexed ((a ~ '(a*)*b'))").close();
    setup.close();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void openSession() {
    session = database.session("test").sql();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  /** Runs a statement that has the time limit of the test, and reaches it on a busy machine. */
  private void runWithinTheTimeLimit(String sql) {
    for (int attempt = 1; ; attempt++) {
      try {
        run(sql);
        return;
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(attempt).isLessThan(ATTEMPTS_MAX);
      }
    }
  }

  private List<List<@Nullable Object>> rows(String sql) {
    return session.execute(sql).toList();
  }

  private void assertEnds(ThrowingCallable work, ErrorCode code, String message) {
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    ColonnadeException failure = catchThrowableOfType(ColonnadeException.class, work);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure).hasMessage(message);
    assertThat(failure.sqlState()).isEqualTo("57014");
    assertThat(ticker.nanos() - start).isLessThan(LATE_NANOS_MAX);
  }

  private void assertTimesOut(ThrowingCallable work) {
    assertEnds(work, ErrorCode.DEADLINE_EXCEEDED, "canceling statement due to statement timeout");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select " + ENDLESS,
        "select count(*) from texts where a ~ '(a*)*b'",
        "select a ~ '(a*)*b' from texts order by 1",
        "select max(a) filter (where a ~ '(a*)*b') from texts",
        "explain analyze select " + ENDLESS,
        "insert into checked values (repeat('a', 50000))",
        "insert into indexed values (repeat('a', 50000))",
        "insert into texts select a from texts where a ~ '(a*)*b'",
        "update texts set a = 'b' where a ~ '(a*)*b'",
        "delete from texts where a ~ '(a*)*b'",
        "create index on texts ((a ~ '(a*)*b'))",
        "create table copied as select a ~ '(a*)*b' from texts",
        "alter table texts add check (a !~ '(a*)*b')",
        "do $$ begin perform " + ENDLESS + "; end $$",
        "do $$ declare x numeric; begin loop x := 2::numeric ^ 400000; end loop; end $$",
      })
  void shouldEndAtTheTimeLimitOfTheStatement(String sql) {
    run("set statement_timeout = 50");
    assertTimesOut(() -> rows(sql));
    runWithinTheTimeLimit("set statement_timeout = 0");
    assertThat(rows("select 1")).containsExactly(List.of(1));
  }

  @Test
  void shouldCancelWhileParametersAreEvaluated() {
    run("prepare p (bool) as select $1");
    run("set statement_timeout = 50");
    assertTimesOut(() -> rows("execute p (" + ENDLESS + ")"));
  }

  @Test
  void shouldCancelTheStatementThatReadsACursor() {
    run("begin");
    run(
        "declare c cursor for select g, repeat('a', 50000) ~ ('(a*)*b' || g) from"
            + " generate_series(1, 2) g");
    Cancellation fetching = Cancellation.withoutDeadline();
    fetching.cancel();
    assertEnds(
        () -> session.execute("fetch c", fetching).toList(),
        ErrorCode.CANCELED,
        "canceling statement due to user request");
    run("rollback");
    run("begin");
    run("declare c cursor for select " + ENDLESS);
    run("set statement_timeout = 50");
    assertTimesOut(() -> rows("fetch c"));
    runWithinTheTimeLimit("rollback");
  }

  @Test
  void shouldReadACursorAfterTheRequestOfItsDeclarationIsCanceled() {
    Cancellation declaring = Cancellation.withoutDeadline();
    run("begin");
    session
        .execute("declare c cursor for select g from generate_series(1, 5000) g", declaring)
        .close();
    declaring.cancel();
    assertThat(rows("fetch 4000 from c")).hasSize(4000);
    run("commit");
  }

  @Test
  void shouldEndWhenAnotherThreadCancels() throws Exception {
    Cancellation cancellation = Cancellation.withoutDeadline();
    Thread canceling =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    TimeUnit.MILLISECONDS.sleep(100);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  cancellation.cancel();
                });
    assertEnds(
        () -> session.execute("select " + ENDLESS, cancellation).toList(),
        ErrorCode.CANCELED,
        "canceling statement due to user request");
    canceling.join();
  }

  @Test
  void shouldCancelWhileRowsAreRead() {
    Cancellation cancellation = Cancellation.withoutDeadline();
    String sql = "select g, case when g > 1 then " + ENDLESS.replace("50000", "50000 * g") + " end";
    try (SqlResult result = session.execute(sql + " from generate_series(1, 2) g", cancellation)) {
      cancellation.cancel();
      assertEnds(
          () -> {
            while (result.next() != null) {
              // Read to the end.
            }
          },
          ErrorCode.CANCELED,
          "canceling statement due to user request");
    }
  }

  @Test
  void shouldComputeLargePowers() {
    assertThat(rows("select length((10::numeric ^ 131071)::text)"))
        .containsExactly(List.of(131_089));
  }
}
