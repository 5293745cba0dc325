package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.config;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.check.StoreReport;
import dev.colonnade.testing.ChildJvm;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.schema.KeyColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Crash test of index creation: a failpoint halts the process while it builds an index by SQL and
 * writes rows. The store that is opened again has the whole index or none of it, every index has
 * the entries of the rows, and statements that were not completed can be repeated.
 */
@Tag("integration")
@Timeout(600)
class IndexKillTest {
  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "INDEX_BEFORE_FILL, 1, ALONE, false",
    "INGEST_AFTER_STAGE, 1, ALONE, false",
    "INGEST_AFTER_STAGE, 1, IN_TRANSACTION, false",
    "INGEST_AFTER_FILES, 1, ALONE, false",
    "INGEST_AFTER_FILES, 1, IN_TRANSACTION, false",
    "INDEX_AFTER_FILL, 1, ALONE, false",
    "CATALOG_AFTER_WRITE, 1, IN_TRANSACTION, false",
    "CATALOG_AFTER_WRITE, 2, ALONE, true",
    "CATALOG_AFTER_WRITE, 3, ALONE, true"
  })
  void shouldHaveTheWholeIndexOrNone(
      Failpoint failpoint, int passes, IndexVictim.Way way, boolean isBuilt) throws Exception {
    fill();
    long seed = Seed.random("IndexKillTest").nextLong();
    assertThat(runVictim(failpoint, passes, seed, way)).isEqualTo(Failpoint.HALT_STATUS);

    try (Database database = TestDatabases.open(folder)) {
      Table table = database.catalog().snapshot().table(IndexVictim.TABLE);
      assertThat(table.descriptor().constraints().findIndex(IndexVictim.NEW) != null)
          .isEqualTo(isBuilt);
      assertThat(table.indexes())
          .allSatisfy(index -> assertThat(index.descriptor().isReady()).isTrue());
      IndexChecks.requireSound(database, IndexVictim.TABLE);
      long rows = database.context().tableMetrics().rowCount(table);
      assertThat(database.statistics().data().liveRows())
          .isEqualTo(rows * (1 + table.indexes().size()));
      if (!isBuilt) {
        requireRepeatable(database, way);
      }
    }
    StoreReport report = StoreCheck.run(folder, config(folder).store(), VerificationObserver.NONE);
    assertThat(report.ranges().problems()).isEmpty();
  }

  /** Checks that the same statements succeed when they are repeated. */
  private static void requireRepeatable(Database database, IndexVictim.Way way) {
    database.session("test").sql().execute("delete from t where id = " + IndexVictim.IDS).close();
    way.run(database.session("test").sql());
    Table table = database.catalog().snapshot().table(IndexVictim.TABLE);
    assertThat(table.descriptor().constraints().findIndex(IndexVictim.NEW) != null).isTrue();
    assertThat(table.indexes())
        .allSatisfy(index -> assertThat(index.descriptor().isReady()).isTrue());
    IndexChecks.requireSound(database, IndexVictim.TABLE);
  }

  private void fill() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = createTable(session, IndexVictim.TABLE, PLAIN);
      RowBatch batch = session.newBatch(table);
      for (long id = 0; id < IndexVictim.IDS; id++) {
        IndexVictim.put(batch, id, (int) id % 50);
        batch.insert();
      }
      await(session.write(batch));
      session.define(
          catalog ->
              catalog.createIndex(
                  IndexVictim.TABLE,
                  IndexVictim.OLD,
                  Index.Definition.of(IndexKind.PLAIN, List.of(KeyColumn.descending(3)))));
    }
  }

  private int runVictim(Failpoint failpoint, int passes, long seed, IndexVictim.Way way)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-ea",
                        "-Xmx256m",
                        "-D%s=%s=halt@%d".formatted(Failpoint.PROPERTY, failpoint.id(), passes),
                        "-Djava.io.tmpdir=" + scratch),
                    IndexVictim.class,
                    folder.toString(),
                    String.valueOf(seed),
                    way.name()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
