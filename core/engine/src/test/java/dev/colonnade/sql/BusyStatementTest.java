package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of cancellation and timeouts of statements that compute for hours and read no table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class BusyStatementTest {
  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @BeforeAll
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
  }

  @AfterAll
  public void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) from generate_series(1, 2000000000)",
        "select sum(g) from generate_series(1, 2000000000) g where g < 0",
        "select count(*) from generate_series(1, 90000) a, generate_series(1, 90000) b",
        "select count(*) from generate_series(1, 90000) a join generate_series(1, 90000) b"
            + " on a + b < 0",
        "select count(*) from generate_series(1, 90000) a join generate_series(1, 90000) b"
            + " on a % 2 = b % 2",
        "select count(*) from generate_series(1, 90000) a,"
            + " lateral (select a + b as c from generate_series(1, 90000) b) d where c < 0",
        "with recursive t(n) as (select 1::bigint union all select n + 1 from t)"
            + " select count(*) from t",
      })
  void shouldEndOnTimeout(String sql) {
    try (SqlSession session = database.session("postgres", "postgres").sql()) {
      run(session, "set statement_timeout = '100ms'");
      assertThatThrownBy(() -> run(session, sql))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code().sqlState()).as(e.getMessage()).isEqualTo("57014"));
    }
  }

  private static void run(SqlSession session, String sql) {
    session.execute(sql).toList();
  }
}
