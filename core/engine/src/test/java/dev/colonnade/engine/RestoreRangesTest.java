package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RESTORE DATABASE of rows of several families, which fill several ranges. */
class RestoreRangesTest {
  private static final int ROWS = 12_000;

  @TempDir private Path folder;

  @Test
  void shouldBeginRangesAtRows() {
    RangeLimits limits = RangeLimits.ofMaxBytes(256 << 10);
    StorageConfig config =
        TestDatabases.config(folder.resolve("store"))
            .withSplit(SplitConfig.DEFAULT.withLimits(limits).withEnabled(false));
    try (Database database = Database.open(config);
        Session session = database.login("postgres", "colonnade")) {
      Table table = TestDatabases.createTable(session, "t", TestDatabases.FAMILIES);
      for (int from = 0; from < ROWS; from += 1000) {
        RowBatch batch = session.newBatch(table);
        for (long id = from; id < from + 1000; id++) {
          batch.row().putAll(id, "name " + "x".repeat((int) (id % 50)), (int) id, "city " + id);
          batch.insert();
        }
        await(session.write(batch));
      }
      session.sql().execute("create index on t (city, name)").close();
      Path backups = folder.resolve("backups");
      session.sql().execute("backup to '%s'".formatted(backups)).close();
      session.sql().execute("restore database colonnade from '%s' as c".formatted(backups)).close();
      Table copy =
          database.catalog().snapshot().tables().stream()
              .filter(found -> found.name().equals("t") && found.id() != table.id())
              .findFirst()
              .orElseThrow();
      assertThat(session.ranges(copy.rowSpan())).hasSizeGreaterThan(3);
      try (Session other = database.login("postgres", "c")) {
        String query = "select count(*), sum(age), count(distinct city), max(name) from t";
        assertThat(other.sql().execute(query).toList())
            .isEqualTo(session.sql().execute(query).toList());
        assertThat(other.sql().execute("select id from t where city = 'city 77'").toList())
            .isEqualTo(List.of(List.of(77L)));
      }
    }
    assertThat(
            StoreCheck.run(config.folder(), config.store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }
}
