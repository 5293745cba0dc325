package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.check.StoreReport;
import dev.colonnade.testing.ChildJvm;
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
 * Crash test of a transaction that has changed the catalog and written rows: a failpoint halts the
 * process in the middle of its commit. Afterwards all of it is committed, or nothing.
 */
@Tag("integration")
@Timeout(600)
class DefinitionKillTest {
  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "CATALOG_AFTER_CARVE, false",
    "CATALOG_BEFORE_WRITE, false",
    "CATALOG_AFTER_WRITE, true",
    "CLEAR_BEFORE_WRITE, true"
  })
  void shouldCommitAllOrNothing(Failpoint failpoint, boolean committed) throws Exception {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession session = database.session("test").sql();
      for (String name : List.of("counted", "bounded", "kept_on")) {
        run(session, "create sequence " + name + " cache 50");
      }
      run(session, "create table kept (id int primary key)");
      run(session, "insert into kept values (1)");
      run(session, "create table gone (id int primary key)");
      run(session, "insert into gone values (1)");
    }
    assertThat(runVictim(failpoint)).isEqualTo(Failpoint.HALT_STATUS);

    StoreReport report = StoreCheck.run(folder, config(folder).store(), VerificationObserver.NONE);
    assertThat(report.ranges().problems()).isEmpty();
    try (Database database = TestDatabases.open(folder)) {
      SqlSession session = database.session("test").sql();
      assertThat(run(session, "select * from kept")).isEqualTo(committed ? "[[1, 7]]" : "[[1]]");
      assertThat(database.catalog().snapshot().findTable("gone") == null).isEqualTo(committed);
      assertThat(database.catalog().snapshot().droppedTables()).isEmpty();
      assertThat(database.sequences().all()).hasSize(committed ? 4 : 3);
      checkSequences(session, committed);
      if (!committed) {
        run(session, "create table made (id serial primary key, a int)");
        run(session, "insert into made (a) values (10), (20)");
      }
      assertThat(run(session, "select id, a from made order by id"))
          .isEqualTo("[[1, 10], [2, 20]]");
      assertThat(database.statistics().data().liveRows()).isEqualTo(committed ? 3 : 4);
    }
  }

  /**
   * Checks the sequences. Values that the killed process had reserved may have been returned to a
   * client, so that they are skipped.
   */
  private static void checkSequences(SqlSession session, boolean committed) {
    long counted = next(session, "counted");
    assertThat(next(session, "counted") - counted).isEqualTo(committed ? 10 : 1);
    if (committed) {
      assertThat(counted).isEqualTo(100);
      assertThatThrownBy(() -> next(session, "bounded"))
          .hasMessageContaining("reached maximum value of sequence \"bounded\" (20)");
    } else {
      assertThat(next(session, "bounded")).isGreaterThan(20);
    }
    long kept = next(session, "kept_on");
    assertThat(kept).isGreaterThan(20);
    assertThat(next(session, "kept_on") - kept).isEqualTo(committed ? 2 : 1);
  }

  private static long next(SqlSession session, String sequence) {
    String row = run(session, "select nextval('%s')".formatted(sequence));
    return Long.parseLong(row.substring(2, row.length() - 2));
  }

  private int runVictim(Failpoint failpoint) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of(
                        "-ea",
                        "-Xmx256m",
                        "-D%s=%s=halt".formatted(Failpoint.PROPERTY, failpoint.id()),
                        "-Djava.io.tmpdir=" + scratch),
                    DefinitionVictim.class,
                    folder.toString()))
            .inheritIO()
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }
}
