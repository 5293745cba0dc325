package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The planning of a statement ends with its time limit, and when it is canceled. */
class PlanningInterruptionTest {
  private static final int TABLES = 64;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    session.execute("create table t (id int primary key, a int)").close();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void shouldEndWhenCanceled() {
    Cancellation canceled = Cancellation.withoutDeadline();
    canceled.cancel();
    assertThatThrownBy(() -> session.execute(join(), canceled))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
  }

  @Test
  void shouldEndWithTheTimeLimit() {
    session.execute("set statement_timeout = '1ms'").close();
    assertThatThrownBy(() -> session.execute(join()))
        .hasMessage("canceling statement due to statement timeout");
  }

  /** Returns the text of an EXPLAIN, which does nothing but planning. */
  private static String join() {
    StringBuilder sql = new StringBuilder("explain select count(*) from t t1");
    for (int i = 2; i <= TABLES; i++) {
      sql.append(" join t t%d on t%d.id = t1.a and t%d.a > t%d.a".formatted(i, i, i, i / 2));
    }
    return sql.toString();
  }
}
