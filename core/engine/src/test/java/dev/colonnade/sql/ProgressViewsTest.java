package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code pg_stat_progress_*}: rows while a command runs, and none afterwards. */
class ProgressViewsTest {
  private static final int RUNS_MAX = 200;

  @TempDir private Path folder;

  private Database database;
  private Session worker;
  private Session observer;

  @BeforeEach
  void open() {
    database = Database.open(StorageConfig.at(folder.resolve("store")));
    worker = database.login("postgres", "colonnade");
    observer = database.login("postgres", "colonnade");
    run("create table t (id int primary key, word text)");
    run("insert into t select n, 'w' || n from generate_series(1, 4000) n");
  }

  @AfterEach
  void close() {
    worker.close();
    observer.close();
    database.close();
  }

  private void run(String text) {
    worker.sql().execute(text).close();
  }

  private static List<List<@Nullable Object>> rows(Session session, String query) {
    return session.sql().execute(query).toList();
  }

  /** Returns the rows of all observations while the statements run. */
  private List<List<@Nullable Object>> observe(Session session, String query, String... texts) {
    List<List<@Nullable Object>> seen = new ArrayList<>();
    CompletableFuture<Void> running =
        CompletableFuture.runAsync(
            () -> {
              for (String text : texts) {
                run(text);
              }
            },
            OwnThread.EXECUTOR);
    while (!running.isDone()) {
      seen.addAll(rows(session, query));
    }
    running.join();
    assertThat(rows(session, query)).as("after the command").isEmpty();
    return seen;
  }

  private static final String INDEX =
      """
      select pid, datname, relid::regclass::text, index_relid > 0, command, phase,
             blocks_done <= blocks_total, tuples_done between 0 and 4000
      from pg_stat_progress_create_index\
      """;

  /** Expression that needs some time for each row. */
  private static final String SLOW = "length(repeat(word, 5000))";

  private void requireIndexRows(List<List<@Nullable Object>> seen) {
    assertThat(seen)
        .contains(
            List.of(
                pid(),
                "colonnade",
                "t",
                true,
                "CREATE INDEX",
                "building index: scanning table",
                true,
                true));
    assertThat(seen)
        .allSatisfy(row -> assertThat(row.subList(6, 8)).isEqualTo(List.of(true, true)));
  }

  private int pid() {
    return (int) rows(worker, "select pg_backend_pid()").getFirst().getFirst();
  }

  @Test
  void shouldShowTheBuildOfAnIndex() {
    requireIndexRows(observe(observer, INDEX, "create index on t (" + SLOW + ")"));
  }

  @Test
  void shouldShowTheBuildOfAnIndexAtTheCommit() {
    requireIndexRows(
        observe(observer, INDEX, "begin", "create index on t (" + SLOW + ")", "commit"));
  }

  @Test
  void shouldShowAnIndexWhoseBuildFailsUntilThen() {
    run("insert into t values (0, 'w1')");
    List<List<@Nullable Object>> seen = new ArrayList<>();
    CompletableFuture<Void> running =
        CompletableFuture.runAsync(
            () -> run("create unique index on t (word, (" + SLOW + "))"), OwnThread.EXECUTOR);
    while (!running.isDone()) {
      seen.addAll(rows(observer, INDEX));
    }
    assertThat(running).isCompletedExceptionally();
    assertThat(seen).isNotEmpty();
    assertThat(rows(observer, INDEX)).isEmpty();
  }

  @Test
  void shouldShowAnalyze() {
    String query =
        """
        select relid::regclass::text, phase, sample_blks_total, sample_blks_scanned <= 4000,
               child_tables_total
        from pg_stat_progress_analyze\
        """;
    List<@Nullable Object> expected = List.of("t", "acquiring sample rows", 4000L, true, 0L);
    List<List<@Nullable Object>> seen = new ArrayList<>();
    for (int i = 0; i < RUNS_MAX && !seen.contains(expected); i++) {
      seen.addAll(observe(observer, query, "analyze t"));
    }
    assertThat(seen).contains(expected);
  }

  @Test
  void shouldShowABackup() {
    run("insert into t select n, repeat('x', 300) from generate_series(5000, 9000) n");
    List<List<@Nullable Object>> seen =
        observe(
            observer,
            """
            select pid, phase, backup_streamed <= coalesce(backup_total, 0), tablespaces_total
            from pg_stat_progress_basebackup\
            """,
            "backup to '" + folder.resolve("backups") + "' (rate 4000000)");
    assertThat(seen).contains(List.of(pid(), "streaming database files", true, 1L));
    assertThat(seen).allSatisfy(row -> assertThat(row.get(2)).isEqualTo(true));
  }

  @Test
  void shouldHideTheDetailsOfSessionsOfOtherUsers() {
    run("create role eve login");
    try (Session eve = database.login("eve", "colonnade")) {
      String query =
          "select pid, datname, relid, phase, tuples_done from pg_stat_progress_create_index";
      List<@Nullable Object> hidden = new ArrayList<>(List.of(pid(), "colonnade"));
      for (int i = 0; i < 3; i++) {
        hidden.add(null);
      }
      List<List<@Nullable Object>> seen = observe(eve, query, "create index on t (" + SLOW + ")");
      assertThat(seen).isNotEmpty().containsOnly(hidden);
    }
  }
}
