package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of statements that use an index while another session drops it: they find all rows, if
 * necessary when they are run again, and never fewer.
 */
class DropIndexBesideStatementsTest {
  private static final int DROPS = 30;

  @TempDir private Path folder;
  private Database database;
  private SqlSession definer;
  private SqlSession reader;

  @BeforeEach
  public void open() {
    database = Database.open(StorageConfig.at(folder));
    definer = database.session("definer").sql();
    reader = database.session("reader").sql();
    run(definer, "create table t (id int primary key, v int, w text)");
    run(definer, "insert into t select n, n % 10, 'w' || n from generate_series(1, 5000) n");
    run(definer, "create table child (id int primary key, t_id int references t)");
    run(definer, "insert into child select n, n from generate_series(1, 5000) n");
  }

  @AfterEach
  public void close() {
    definer.close();
    reader.close();
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) from t where v = 3",
        "select count(w) from t where v = 3",
        "select count(*) from (select * from t where v = 3 order by v, w limit 1000) s",
        "select count(t.w) from (values (3), (3)) s (v) join t using (v)",
      })
  void shouldFindAllRows(String query) {
    run(reader, "set enable_seqscan = off");
    String expected = run(reader, query);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> drops =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (int i = 0; i < DROPS; i++) {
                  run(definer, "create index t_v on t (v)");
                  run(definer, "drop index t_v");
                }
              } finally {
                done.set(true);
              }
            },
            OwnThread.EXECUTOR);
    while (!done.get()) {
      assertThat(run(reader, query)).isEqualTo(expected);
    }
    drops.join();
  }

  @Test
  void shouldFindAllReferencingRows() {
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> drops =
        CompletableFuture.runAsync(
            () -> {
              try {
                for (int i = 0; i < DROPS; i++) {
                  run(definer, "create index child_t on child (t_id)");
                  run(definer, "drop index child_t");
                }
              } finally {
                done.set(true);
              }
            },
            OwnThread.EXECUTOR);
    while (!done.get()) {
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> run(reader, "delete from t where id = 17"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_KEY_VIOLATION));
    }
    drops.join();
  }

  /** Rows that a cursor has not read when the index goes. */
  @Test
  void shouldFailRatherThanEndEarlier() {
    run(definer, "create index t_v on t (v)");
    run(reader, "set enable_seqscan = off");
    run(reader, "begin");
    run(reader, "declare c cursor for select w from t where v in (3, 4)");
    run(reader, "fetch 1 from c");
    run(definer, "drop index t_v");
    try {
      assertThat(reader.execute("fetch all from c").toList()).hasSize(999);
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
    }
    run(reader, "rollback");
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }
}
