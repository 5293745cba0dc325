package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Crash test of RESTORE DATABASE and RESTORE TABLE: a failpoint halts the process at each step. The
 * store that is opened again has all of the database or the rows, or nothing.
 */
@Tag("integration")
@Timeout(600)
class RestoreKillTest {
  private static final int ROWS = 30_000;

  @TempDir private Path folder;

  /** Copy of the native library that a killed process leaves behind. */
  @TempDir private Path scratch;

  private Path store;

  @BeforeEach
  void fill() {
    store = folder.resolve("store");
    try (Database database = TestDatabases.open(store)) {
      run(database, "colonnade", "create database shop", "create table target (a int, b text)");
      run(
          database,
          "shop",
          "create type mood as enum ('sad', 'glad')",
          "create table t (id serial primary key, m mood, text text)",
          "create index on t (m, text)",
          "create table u (a int, b text)",
          "create view v as select id from t",
          "insert into t (m, text) select 'glad', repeat('x', 50) || i"
              + " from generate_series(1, %d) i".formatted(ROWS),
          "insert into u select i, 'text ' || i from generate_series(1, 5000) i");
      run(database, "colonnade", "backup to '" + backups() + "'");
      run(database, "colonnade", "drop database shop");
    }
  }

  private String backups() {
    return folder.resolve("backups").toString();
  }

  private String restoreDatabase() {
    return "restore database shop from '%s'".formatted(backups());
  }

  private String restoreTable() {
    return "restore table target from '%s' (source_database 'shop', source_table 'u')"
        .formatted(backups());
  }

  private static void run(Database database, String name, String... texts) {
    try (Session session = database.login("postgres", name)) {
      for (String text : texts) {
        session.sql().execute(text).close();
      }
    }
  }

  private static List<List<@Nullable Object>> rows(Database database, String name, String query) {
    try (Session session = database.login("postgres", name)) {
      return session.sql().execute(query).toList();
    }
  }

  private int victim(Failpoint failpoint, int pass, String... statements)
      throws IOException, InterruptedException {
    List<String> flags =
        List.of(
            "-ea",
            "-Xmx256m",
            "-D%s=%s=halt@%d".formatted(Failpoint.PROPERTY, failpoint.id(), pass),
            "-Djava.io.tmpdir=" + scratch);
    String[] arguments =
        Stream.concat(Stream.of(store.toString()), Stream.of(statements)).toArray(String[]::new);
    Process process =
        new ProcessBuilder(ChildJvm.command(flags, RestoreVictim.class, arguments))
            .inheritIO()
            .start();
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private void assertSound() {
    assertThat(
            StoreCheck.run(store, TestDatabases.config(store).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
  }

  private void assertAbsent(Database database) throws IOException {
    assertThat(rows(database, "colonnade", "select datname from pg_database order by 1"))
        .isEqualTo(List.of(List.of("colonnade"), List.of("postgres")));
    assertThat(database.catalog().snapshot().restoringDatabases()).isEmpty();
    assertThat(database.catalog().snapshot().types()).isEmpty();
    assertThat(database.catalog().snapshot().relations())
        .allMatch(relation -> relation.name().startsWith("target"));
    assertThat(database.sequences().all())
        .allMatch(sequence -> sequence.name().startsWith("target"));
    assertThat(database.statistics().data().liveRows()).isZero();
    try (Stream<Path> files = Files.list(store.resolve("restored"))) {
      assertThat(files).isEmpty();
    } catch (NoSuchFileException e) {
      assertThat(store.resolve("restored")).doesNotExist();
    }
  }

  private static void assertComplete(Database database) {
    assertThat(
            rows(
                database,
                "shop",
                "select count(*), count(distinct id), count(*) filter (where m = 'glad') from t"))
        .isEqualTo(List.of(List.of((long) ROWS, (long) ROWS, (long) ROWS)));
    assertThat(rows(database, "shop", "select count(*) from v"))
        .isEqualTo(List.of(List.of((long) ROWS)));
    assertThat(rows(database, "shop", "select sum(a) from u"))
        .isEqualTo(List.of(List.of(12_502_500L)));
    run(database, "shop", "insert into t (m) values ('sad')");
    assertThat(rows(database, "shop", "select id > %d from t where m = 'sad'".formatted(ROWS)))
        .isEqualTo(List.of(List.of(true)));
  }

  @ParameterizedTest
  @CsvSource({
    "RESTORE_AFTER_FILE, 2",
    "RESTORE_BEFORE_RENAME, 1",
    "RESTORE_AFTER_SEQUENCES, 1",
    "CATALOG_AFTER_CARVE, 1",
    "CATALOG_BEFORE_WRITE, 1",
    "CATALOG_AFTER_WRITE, 1",
    "RESTORE_AFTER_OBJECTS, 1",
    "INGEST_AFTER_STAGE, 1",
    "INGEST_AFTER_STAGE, 2",
    "INGEST_AFTER_FILES, 1",
    "INGEST_AFTER_FILES, 2",
    "RESTORE_AFTER_TABLE, 1",
    "RESTORE_AFTER_TABLE, 2",
    "RESTORE_BEFORE_SHOW, 1",
    "CATALOG_BEFORE_WRITE, 2",
  })
  void shouldHaveNoDatabaseWhenItsRestoreIsKilled(Failpoint failpoint, int pass) throws Exception {
    assertThat(victim(failpoint, pass, restoreDatabase())).isEqualTo(Failpoint.HALT_STATUS);
    try (Database database = TestDatabases.open(store)) {
      assertAbsent(database);
    }
    assertSound();
    try (Database database = TestDatabases.open(store)) {
      run(database, "colonnade", restoreDatabase());
      assertComplete(database);
    }
    assertSound();
  }

  @Test
  void shouldHaveTheDatabaseWhenItWasShownBeforeTheKill() throws Exception {
    assertThat(victim(Failpoint.CATALOG_AFTER_WRITE, 2, restoreDatabase()))
        .isEqualTo(Failpoint.HALT_STATUS);
    try (Database database = TestDatabases.open(store)) {
      assertComplete(database);
    }
    assertSound();
  }

  @Test
  void shouldDropWhatRemainsAlsoWhenThatIsKilled() throws Exception {
    assertThat(victim(Failpoint.RESTORE_BEFORE_SHOW, 1, restoreDatabase()))
        .isEqualTo(Failpoint.HALT_STATUS);
    for (int pass = 1; pass <= 2; pass++) {
      assertThat(victim(Failpoint.CLEAR_BEFORE_WRITE, 1)).isEqualTo(Failpoint.HALT_STATUS);
    }
    try (Database database = TestDatabases.open(store)) {
      assertAbsent(database);
    }
    assertSound();
  }

  @Test
  void shouldOpenAStoreWithADatabaseThatWasDroppedBeforeTheKill() throws Exception {
    try (Database database = TestDatabases.open(store)) {
      run(database, "colonnade", restoreDatabase());
    }
    assertThat(victim(Failpoint.CLEAR_BEFORE_WRITE, 1, "drop database shop"))
        .isEqualTo(Failpoint.HALT_STATUS);
    try (Database database = TestDatabases.open(store)) {
      assertAbsent(database);
    }
    assertSound();
  }

  @ParameterizedTest
  @CsvSource({
    "RESTORE_AFTER_FILE, 2",
    "RESTORE_BEFORE_RENAME, 1",
    "RESTORE_AFTER_ROWS, 1",
    "RESTORE_AFTER_ROWS, 3",
  })
  void shouldHaveNoRowsOfATableWhenItsRestoreIsKilled(Failpoint failpoint, int pass)
      throws Exception {
    assertThat(victim(failpoint, pass, restoreTable())).isEqualTo(Failpoint.HALT_STATUS);
    try (Database database = TestDatabases.open(store)) {
      assertThat(restoredCount(database)).isZero();
      assertAbsent(database);
      run(database, "colonnade", restoreTable());
      assertThat(restoredCount(database)).isEqualTo(5000);
    }
    assertSound();
  }

  @Test
  void shouldHaveAllRowsOfATableOrNoneWhenACommitIsKilled() throws Exception {
    Set<Long> counts = new HashSet<>();
    int pass = 1;
    while (victim(Failpoint.COMMIT_AFTER_PUBLISH, pass, restoreTable()) == Failpoint.HALT_STATUS) {
      try (Database database = TestDatabases.open(store)) {
        counts.add(restoredCount(database));
        run(database, "colonnade", "truncate target");
      }
      pass++;
      assertThat(pass).isLessThan(20);
    }
    assertThat(counts).contains(5000L).isSubsetOf(0L, 5000L);
    assertSound();
  }

  private static long restoredCount(Database database) {
    return (Long)
        requireNonNull(
            rows(database, "colonnade", "select count(*) from target").getFirst().getFirst());
  }
}
