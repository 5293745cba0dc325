package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WarmUpTest {
  @TempDir private Path folder;

  @Test
  void shouldExecuteItsStatements() {
    try (Database database = Database.open(StorageConfig.at(folder));
        Session session = database.session(WarmUp.USER)) {
      for (String statement : WarmUp.STATEMENTS) {
        try (SqlResult result = session.sql().execute(statement)) {
          assertThat(result.next()).as(statement).isNotNull();
        }
      }
    }
  }

  @Test
  void shouldEndWithTheFirstClient() throws InterruptedException {
    try (Database database = Database.open(StorageConfig.at(folder))) {
      long before = database.planCache().misses();
      WarmUp.start(database, () -> true).join();
      assertThat(database.planCache().misses()).isEqualTo(before);
      WarmUp.start(database, () -> false).join();
      assertThat(database.planCache().misses()).isGreaterThan(before);
    }
  }
}
