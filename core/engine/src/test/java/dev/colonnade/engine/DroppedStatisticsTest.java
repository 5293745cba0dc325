package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.SqlSession;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.storage.StorageEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the statistics of ANALYZE after their table was dropped. */
class DroppedStatisticsTest {
  private static final int UNKNOWN_TABLE = 1_000_000;

  @TempDir private Path folder;

  private static void createAnalyzed(SqlSession session, String table) {
    session.execute("create table " + table + " (id int primary key, v int)").close();
    session.execute("insert into " + table + " select g, g from generate_series(1, 10) g").close();
    session.execute("create index on " + table + " (v, id)").close();
    session.execute("analyze " + table).close();
  }

  /** Returns the ids of the tables with statistics, which are the same in memory and on disk. */
  private static Set<Integer> analyzed(Database database) {
    StorageEngine storage = database.storage();
    Set<Integer> ids = storage.tableStatistics().tableIds();
    assertThat(StatisticsStore.open(storage.store()).tableIds()).isEqualTo(ids);
    return ids;
  }

  @Test
  void shouldDeleteStatisticsWithTheirTable() {
    try (Database database = Database.open(TestDatabases.config(folder));
        Session opened = database.session("test")) {
      SqlSession session = opened.sql();
      createAnalyzed(session, "kept");
      Set<Integer> kept = analyzed(database);
      createAnalyzed(session, "dropped");
      createAnalyzed(session, "also_dropped");
      assertThat(analyzed(database)).hasSize(3).containsAll(kept);
      session.execute("drop table dropped").close();
      assertThat(analyzed(database)).hasSize(2).containsAll(kept);
      session.execute("begin").close();
      session.execute("drop table also_dropped").close();
      session.execute("commit").close();
      assertThat(analyzed(database)).isEqualTo(kept);
    }
  }

  /** An analysis that ends after its table was dropped leaves statistics until the next start. */
  @Test
  void shouldDeleteStatisticsWithoutATableWhenOpened() {
    Set<Integer> kept;
    try (Database database = Database.open(TestDatabases.config(folder));
        Session opened = database.session("test")) {
      createAnalyzed(opened.sql(), "kept");
      kept = analyzed(database);
      StorageEngine storage = database.storage();
      TableStatistics orphan = new TableStatistics(UNKNOWN_TABLE, 1, List.of(), List.of());
      storage
          .pipeline()
          .exclusive(
              context -> {
                storage.tableStatistics().write(context.batch(), orphan);
                return orphan;
              });
      assertThat(StatisticsStore.open(storage.store()).tableIds()).contains(UNKNOWN_TABLE);
    }
    try (Database database = Database.open(TestDatabases.config(folder))) {
      assertThat(analyzed(database)).isEqualTo(kept).hasSize(1);
    }
  }
}
