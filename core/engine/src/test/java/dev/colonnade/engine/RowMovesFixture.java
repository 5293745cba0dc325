package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.config;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Database of tests that move the rows of a table {@code t}; its store is checked at the end. */
abstract class RowMovesFixture {
  @TempDir private Path folder;
  Database database;
  SqlSession sql;

  @BeforeEach
  public void open() {
    database = TestDatabases.open(folder);
    sql = database.session("test").sql();
  }

  @AfterEach
  public void close() {
    sql.close();
    database.close();
    assertThat(
            StoreCheck.run(folder, config(folder).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  final Table table() {
    return database.catalog().snapshot().table("t");
  }

  static String run(SqlSession session, String statement) {
    return session.execute(statement).toList().toString();
  }

  final void run(String... statements) {
    for (String statement : statements) {
      run(sql, statement);
    }
  }
}
