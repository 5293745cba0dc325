package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of queries while they use temporary files: nothing is left, and the session goes on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpillFailureTest {
  private static final int ATTEMPTS_MAX = 100;

  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private SqlSession session;

  @BeforeAll
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("postgres", "postgres").sql();
    run("create table t (id int primary key, v int)");
    run("insert into t select g, g from generate_series(1, 20000) g");
    run("set work_mem = '64kB'");
  }

  @AfterEach
  public void assertNothingIsLeft() {
    resetTimeout();
    run("reset temp_file_limit");
    assertThat(run("select count(*), sum(v) from t")).hasToString("[[20000, 200010000]]");
    assertThat(resources().spill().fileCount()).isZero();
    assertThat(resources().spill().bytes()).isZero();
    assertThat(resources().memory().bytesUsed()).isZero();
  }

  @AfterAll
  public void close() {
    session.close();
    database.close();
  }

  /** The timeout also holds for the statement that ends it, which a slow machine may repeat. */
  private void resetTimeout() {
    for (int attempt = 1; ; attempt++) {
      try {
        run("reset statement_timeout");
        return;
      } catch (ColonnadeException e) {
        assertThat(e.sqlState()).isEqualTo("57014");
        assertThat(attempt).isLessThan(ATTEMPTS_MAX);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select g from generate_series(1, 20000000) g order by -g",
        "select g, count(*) from generate_series(1, 20000000) g group by g",
        "select distinct -g from generate_series(1, 20000000) g",
        "select row_number() over (order by -g) from generate_series(1, 20000000) g",
        "select array_agg(g order by -g) from generate_series(1, 20000000) g",
        "select count(distinct g) from generate_series(1, 20000000) g",
        "select -g from generate_series(1, 20000000) g except select 1",
        "select count(*) from generate_series(1, 20000000) a join"
            + " generate_series(1, 20000000) b on a = b",
        "with recursive r as (select 1 as n union select n + 1 from r) select count(*) from r"
      })
  void shouldEndWhenItIsCanceled(String query) throws Exception {
    Cancellation cancellation = Cancellation.withoutDeadline();
    long written = resources().spill().bytesWritten();
    try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
      Future<ColonnadeException> run =
          thread.submit(
              (Callable<ColonnadeException>)
                  () -> failure(() -> session.execute(query, cancellation).toList()));
      while (resources().spill().bytesWritten() == written && !run.isDone()) {
        Thread.sleep(1);
      }
      cancellation.cancel();
      assertThat(run.get(120, TimeUnit.SECONDS).sqlState()).isEqualTo("57014");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select g from generate_series(1, 1000000) g order by -g",
        "select g, count(*) from generate_series(1, 1000000) g group by g",
        "select row_number() over (order by -g) from generate_series(1, 1000000) g",
        "select -g from generate_series(1, 1000000) g except select 1",
        "select count(*) from generate_series(1, 1000000) a join"
            + " generate_series(1, 1000000) b on a = b",
        "with c as materialized (select g from generate_series(1, 1000000) g)"
            + " select count(*) from c a, c b where a.g = -b.g",
        "insert into t select -g, 0 from generate_series(1, 1000000) g order by -g"
      })
  void shouldFailBeyondTheLimitOfTemporaryFiles(String query) {
    run("set temp_file_limit = '1MB'");
    assertThat(failure(() -> run(query)).sqlState()).isEqualTo("53400");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into t select -g, 0 from generate_series(1, 20000000) g order by -g",
        "update t set v = (select count(*) from generate_series(1, 100000) g where g % id = 0)",
        "delete from t where v < (select count(*) from generate_series(1, 100000) g"
            + " where g % id = 0) + 100000",
        "merge into t using (select -g as k from generate_series(1, 20000000) g order by -g) s"
            + " on t.id = s.k when not matched then insert values (s.k, 0)"
      })
  void shouldEndChangesAtTheTimeout(String change) {
    run("set statement_timeout = '200ms'");
    assertThat(failure(() -> run(change)).sqlState()).isEqualTo("57014");
  }

  @Test
  void shouldCreateTheDirectoryAgainWhenItWasRemoved() throws IOException {
    List<List<@Nullable Object>> expected = run("select g from generate_series(1, 50000) g");
    deleteDirectory();
    assertThat(run("select g from generate_series(1, 50000) g order by -(-g)")).isEqualTo(expected);
  }

  @Test
  void shouldFailWhenTheDirectoryIsRemovedWhileItRuns() throws IOException {
    String query = "select g, count(*) from generate_series(1, 500000) g group by g";
    try (SqlResult rows = session.execute(query)) {
      assertThat(rows.next()).isNotNull();
      deleteDirectory();
      ColonnadeException e =
          failure(
              () -> {
                while (rows.next() != null) {}
              });
      assertThat(e.sqlState()).isEqualTo("58030");
    }
    assertThat(run("select count(*) from (select distinct g from generate_series(1, 50000) g) d"))
        .hasToString("[[50000]]");
  }

  private void deleteDirectory() throws IOException {
    Path directory = resources().spill().path();
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(directory);
  }

  @Test
  void shouldReadTwoCursorsOverOneQueryIndependently() {
    run("begin");
    String query = "select g from generate_series(1, 30000) g order by -(-g)";
    run("declare a cursor for " + query);
    run("declare b cursor for " + query);
    for (int i = 0; i < 30; i++) {
      assertThat(run("fetch 1000 from a")).hasSize(1000).startsWith(Arrays.asList(i * 1000 + 1));
      assertThat(run("fetch 500 from b")).hasSize(500).startsWith(Arrays.asList(i * 500 + 1));
    }
    assertThat(run("fetch 1 from a")).isEmpty();
    run("close a");
    assertThat(run("fetch all from b")).hasSize(15_000);
    run("commit");
  }

  private static ColonnadeException failure(Runnable work) {
    return catchThrowableOfType(ColonnadeException.class, work::run);
  }

  private ExecutionResources resources() {
    return database.context().resources();
  }

  private List<List<@Nullable Object>> run(String sql) {
    return session.execute(sql).toList();
  }
}
