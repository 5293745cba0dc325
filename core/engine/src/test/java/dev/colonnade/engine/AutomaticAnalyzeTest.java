package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of automatic ANALYZE and of its record in {@code pg_stat_user_tables}. */
class AutomaticAnalyzeTest {
  private static final AnalyzeLimits LIMITS = new AnalyzeLimits(50, 10, Duration.ofMillis(5));
  private static final int CHANGES_MAX = 200;

  @TempDir private Path folder;

  private static List<@Nullable Object> activity(SqlSession session, String table) {
    return session
        .execute(
            "select n_mod_since_analyze, analyze_count, autoanalyze_count,"
                + " last_analyze is not null, last_autoanalyze is not null"
                + " from pg_stat_user_tables where relname = $1",
            table)
        .toList()
        .getFirst();
  }

  /**
   * Runs a change until the statistics of the only column {@code v} have a number of distinct
   * values: an analysis during a change may not see it.
   */
  private static void changeUntilDistinct(SqlSession session, String change, float count)
      throws InterruptedException {
    String sql = "select n_distinct from pg_stats where attname = 'v' and n_distinct = " + count;
    for (int i = 0; i < CHANGES_MAX && session.execute(sql).toList().isEmpty(); i++) {
      run(session, change);
      Thread.sleep(50);
    }
    assertThat(session.execute(sql).toList()).hasSize(1);
  }

  private static void run(SqlSession session, String sql) {
    session.execute(sql).close();
  }

  @Test
  void shouldAnalyzeTablesOfWhichManyRowsHaveChanged() throws InterruptedException {
    try (Database database = Database.open(StorageConfig.at(folder));
        Session opened = database.session("test")) {
      AutomaticAnalyze analyze = AutomaticAnalyze.start(database, LIMITS);
      try {
        changeTables(opened.sql());
      } finally {
        analyze.close();
      }
      assertThat(analyze.isRunning()).isFalse();
    }
  }

  private static void changeTables(SqlSession session) throws InterruptedException {
    run(session, "create schema \"Odd \"\"name\"");
    run(session, "create table \"Odd \"\"name\".many (id int primary key, v int)");
    run(session, "create table few (id int primary key, v int)");
    run(session, "create temporary table passing (id int primary key)");
    run(session, "insert into few select g, g from generate_series(1, 50) g");
    run(session, "insert into passing select g from generate_series(1, 1000) g");
    run(session, "insert into \"Odd \"\"name\".many select g, 1 from generate_series(1, 1000) g");
    changeUntilDistinct(session, "update \"Odd \"\"name\".many set v = id % 7", 7);
    changeUntilDistinct(
        session, "update \"Odd \"\"name\".many set v = 8 where id between 1 and 151", 8);
    assertThat((long) activity(session, "many").get(2)).isGreaterThan(1);
    assertThat(activity(session, "passing").get(2)).isEqualTo(0L);
  }

  @Test
  void shouldAnalyzeSmallTablesOnceTheyDoNotChangeAnyMore() throws InterruptedException {
    try (Database database = Database.open(StorageConfig.at(folder));
        Session opened = database.session("test")) {
      SqlSession session = opened.sql();
      run(session, "create table few (id int primary key, v int)");
      run(session, "create table none (id int primary key, v int)");
      run(session, "insert into few select g, g % 5 from generate_series(1, 25) g");
      AnalyzeLimits limits = new AnalyzeLimits(50, 10, Duration.ofMillis(200));
      try (AutomaticAnalyze _ = AutomaticAnalyze.start(database, limits)) {
        for (int i = 0; i < CHANGES_MAX && (long) activity(session, "few").get(2) == 0; i++) {
          Thread.sleep(50);
        }
        assertThat(activity(session, "few")).isEqualTo(List.of(0L, 0L, 1L, false, true));
        run(session, "update few set v = v + 1");
        Thread.sleep(1000);
        assertThat(activity(session, "few")).isEqualTo(List.of(25L, 0L, 1L, false, true));
        assertThat(activity(session, "none")).isEqualTo(List.of(0L, 0L, 0L, false, false));
      }
    }
  }

  @Test
  void shouldRecordAnalysesByTheCommand() {
    try (Database database = Database.open(StorageConfig.at(folder));
        Session opened = database.session("test")) {
      SqlSession session = opened.sql();
      run(session, "create table t (id int primary key)");
      run(session, "insert into t select g from generate_series(1, 10) g");
      assertThat(activity(session, "t")).isEqualTo(List.of(10L, 0L, 0L, false, false));
      run(session, "analyze t");
      assertThat(activity(session, "t")).isEqualTo(List.of(0L, 1L, 0L, true, false));
    }
  }

  @Test
  void shouldNotHinderDefinitions() {
    AnalyzeLimits always = new AnalyzeLimits(0, 0, Duration.ofMillis(1));
    try (Database database = Database.open(StorageConfig.at(folder));
        Session opened = database.session("test")) {
      SqlSession session = opened.sql();
      run(session, "set lock_timeout = '5s'");
      AutomaticAnalyze analyze = AutomaticAnalyze.start(database, always);
      try {
        for (int i = 0; i < 40; i++) {
          run(session, "create table t (id int primary key, v int)");
          run(session, "insert into t select g, g from generate_series(1, 2000) g");
          run(session, "alter table t add column w int default 3");
          run(session, "create index on t (v)");
          run(session, "alter table t drop column v");
          run(session, "alter table t rename to u");
          assertThat(session.execute("select sum(w) from u").toList().getFirst().getFirst())
              .isEqualTo(6000L);
          run(session, "drop table u");
        }
        assertThat(database.context().tableMetrics().analyses().automaticCount()).isPositive();
      } finally {
        analyze.close();
      }
    }
  }

  @Test
  void shouldShowTheLimitsInForce() {
    try (Database database = Database.open(StorageConfig.at(folder))) {
      assertThat(settings(database)).isEqualTo(List.of("off", "50", "0.1", "1min"));
      try (AutomaticAnalyze _ = AutomaticAnalyze.start(database, AnalyzeLimits.DEFAULT)) {
        assertThat(settings(database)).isEqualTo(List.of("on", "50", "0.1", "1min"));
      }
      AnalyzeLimits limits = new AnalyzeLimits(7, 25, Duration.ofSeconds(90));
      try (AutomaticAnalyze _ = AutomaticAnalyze.start(database, limits)) {
        assertThat(settings(database)).isEqualTo(List.of("on", "7", "0.25", "90s"));
      }
      assertThat(settings(database)).isEqualTo(List.of("off", "50", "0.1", "1min"));
    }
  }

  private static List<@Nullable Object> settings(Database database) {
    try (Session opened = database.session("test")) {
      return opened
          .sql()
          .execute(
              "select current_setting('autovacuum'),"
                  + " current_setting('autovacuum_analyze_threshold'),"
                  + " current_setting('autovacuum_analyze_scale_factor'),"
                  + " current_setting('autovacuum_naptime')")
          .toList()
          .getFirst();
    }
  }
}
