package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.config;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Crash test of statements that move the rows of a table under another key: a failpoint halts the
 * process while rows are copied, before and after the change of the catalog, and while the former
 * places are cleared. The store that is opened again has the table with one key or the other, every
 * acknowledged row once, sound indexes and nothing of the other place.
 */
@Tag("integration")
@Timeout(600)
class RowMovesKillTest {
  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind, and acknowledged ids. */
  @TempDir private Path scratch;

  /**
   * A move passes catalog changes: its begin, its end, and the removal of the former places, each
   * of which is cleared before; INGEST passes once for the rows and for each index.
   */
  @ParameterizedTest
  @CsvSource({
    "CATALOG_AFTER_WRITE, 1, true",
    "INGEST_AFTER_STAGE, 1, true",
    "INGEST_AFTER_STAGE, 2, true",
    "INGEST_AFTER_FILES, 1, true",
    "INGEST_AFTER_FILES, 2, true",
    "ROWS_AFTER_COPY, 1, true",
    "CATALOG_BEFORE_WRITE, 2, true",
    "CATALOG_AFTER_WRITE, 2, false",
    "CLEAR_BEFORE_WRITE, 1, false",
    "CLEAR_BEFORE_WRITE, 2, false",
    "INGEST_AFTER_FILES, 4, false",
    "ROWS_AFTER_COPY, 2, false",
    "CATALOG_AFTER_WRITE, 3, false",
    "CATALOG_AFTER_WRITE, 4, false",
    "CATALOG_AFTER_WRITE, 5, true"
  })
  void shouldHaveTheRowsInOnePlace(Failpoint failpoint, int passes, boolean hasHiddenKey)
      throws Exception {
    try (Database database = TestDatabases.open(folder);
        SqlSession sql = database.session("test").sql()) {
      for (String statement :
          List.of(
              "create table t (id int, v text)",
              "insert into t select n, 'v' || n from generate_series(1, %d) n"
                  .formatted(RowMovesVictim.IDS),
              "create unique index t_v on t (v)")) {
        sql.execute(statement).close();
      }
    }
    Path acknowledged = Files.createFile(scratch.resolve("acknowledged"));
    assertThat(runVictim(failpoint, passes, acknowledged)).isEqualTo(Failpoint.HALT_STATUS);

    try (Database database = TestDatabases.open(folder);
        SqlSession sql = database.session("test").sql()) {
      Table table = database.catalog().snapshot().table("t");
      assertThat(table.schema().hasHiddenKey()).isEqualTo(hasHiddenKey);
      requireSound(database, sql, Files.readAllLines(acknowledged).size());
      for (int i = 0; i < 2; i++) {
        if (!database.catalog().snapshot().table("t").declaredKey().isEmpty()) {
          RowMovesVictim.toHiddenKey(sql);
        }
        RowMovesVictim.toPrimaryKey(sql);
      }
      assertThat(database.catalog().snapshot().table("t").schema().hasHiddenKey()).isFalse();
      requireSound(database, sql, Files.readAllLines(acknowledged).size());
    }
    assertThat(
            StoreCheck.run(folder, config(folder).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  private static void requireSound(Database database, SqlSession sql, int acknowledgedCount) {
    Table table = database.catalog().snapshot().table("t");
    assertThat(table.descriptor().rows()).isEqualTo(table.descriptor().rows().settled());
    IndexChecks.requireSound(database, "t");
    long rows = database.context().tableMetrics().rowCount(table);
    assertThat(database.statistics().data().liveRows())
        .isEqualTo(rows * (1 + table.indexes().size()));
    // The last row may have been committed without an acknowledgment.
    assertThat(rows - RowMovesVictim.IDS - acknowledgedCount).isBetween(0L, 1L);
    String query = "select count(*), count(distinct id), max(id), count(distinct v) from t";
    assertThat(sql.execute(query).toList().toString())
        .isEqualTo("[[%d, %d, %d, %d]]".formatted(rows, rows, rows, rows));
  }

  private int runVictim(Failpoint failpoint, int passes, Path acknowledged)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-ea",
                        "-Xmx256m",
                        "-D%s=%s=halt@%d".formatted(Failpoint.PROPERTY, failpoint.id(), passes),
                        "-Djava.io.tmpdir=" + scratch),
                    RowMovesVictim.class,
                    folder.toString(),
                    acknowledged.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
