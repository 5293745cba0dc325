package dev.colonnade.server.setup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.TestServers;
import dev.colonnade.server.config.SetupConfig;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSetupTest {
  @TempDir private Path folder;

  private StorageConfig storage() {
    return TestServers.config(folder.resolve("store")).engine();
  }

  private SetupConfig scripts() {
    return new SetupConfig(Optional.empty(), Optional.of(folder.resolve("scripts")));
  }

  private void script(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve("scripts"));
    Files.writeString(folder.resolve("scripts").resolve(name), text);
  }

  private static String value(Database database, String sql) {
    try (Session session = database.session("colonnade");
        SqlResult result = session.sql().execute(sql)) {
      return String.valueOf(requireNonNull(result.next())[0]);
    }
  }

  private static String verifier(Database database) {
    return value(database, "select rolpassword from pg_authid where rolname = 'colonnade'");
  }

  @Test
  void shouldSetThePasswordOnlyOfARoleWithoutOne() throws IOException {
    Path file = folder.resolve("password");
    SetupConfig setup = new SetupConfig(Optional.of(file), Optional.empty());
    String first;
    try (Database database = Database.open(storage())) {
      assertThat(verifier(database)).isEqualTo("null");
    }
    Files.writeString(file, "it's secret\nignored\n");
    try (Database database = StoreSetup.open(storage(), setup)) {
      first = verifier(database);
      assertThat(first).startsWith("SCRAM-SHA-256$");
    }
    Files.writeString(file, "another");
    try (Database database = StoreSetup.open(storage(), setup)) {
      assertThat(verifier(database)).isEqualTo(first);
    }
  }

  @Test
  void shouldRefuseFilesThatCannotBeReadBeforeAStoreIsCreated() throws IOException {
    Path file = folder.resolve("password");
    SetupConfig setup = new SetupConfig(Optional.of(file), Optional.empty());
    assertThatThrownBy(() -> StoreSetup.open(storage(), setup))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining(file.toString());
    Files.writeString(file, "\n");
    assertThatThrownBy(() -> StoreSetup.open(storage(), setup))
        .hasMessageContaining("the password is empty");
    assertThatThrownBy(() -> StoreSetup.open(storage(), scripts())).hasMessageContaining("scripts");
    assertThat(storage().folder()).doesNotExist();
  }

  @Test
  void shouldExecuteScriptsInTheOrderOfNamesInANewStoreOnly() throws IOException {
    script("2.sql", "insert into t values (2); begin; insert into t values (3); commit;");
    script("1.sql", "-- a comment\ncreate table t (a int primary key);");
    script("3.txt", "drop table t");
    for (int start = 0; start < 2; start++) {
      try (Database database = StoreSetup.open(storage(), scripts())) {
        assertThat(value(database, "select sum(a) from t")).isEqualTo("5");
      }
    }
    assertThat(storage().folder().resolve(StoreSetup.MARKER)).doesNotExist();
  }

  @Test
  void shouldNotMarkFoldersOfOtherFiles() throws IOException {
    script("1.sql", "create table t (a int)");
    Path store = Files.createDirectories(storage().folder());
    Path other = Files.createFile(store.resolve("letter.txt"));
    assertThatThrownBy(() -> StoreSetup.open(storage(), scripts()))
        .hasMessageContaining("other files");
    assertThat(store).isDirectoryNotContaining(path -> !path.equals(other));
  }

  @Test
  void shouldNotExecuteScriptsInAnExistingStore() throws IOException {
    Database.open(storage()).close();
    script("1.sql", "create table t (a int)");
    try (Database database = StoreSetup.open(storage(), scripts())) {
      assertThat(value(database, "select count(*) from pg_class where relname = 't'"))
          .isEqualTo("0");
    }
  }

  @Test
  void shouldNameTheStatementThatFailsAndNotOpenTheStoreAgain() throws IOException {
    script("1.sql", "create table t (a int); insert into t values (1 / 0);");
    assertThatThrownBy(() -> StoreSetup.open(storage(), scripts()))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining("1.sql statement=2 reason=division by zero");
    for (SetupConfig setup : new SetupConfig[] {scripts(), SetupConfig.NONE}) {
      assertThatThrownBy(() -> StoreSetup.open(storage(), setup))
          .hasMessageContaining("executed in part");
    }
    Files.delete(storage().folder().resolve(StoreSetup.MARKER));
    try (Database database = StoreSetup.open(storage(), scripts())) {
      assertThat(value(database, "select count(*) from t")).isEqualTo("0");
    }
  }

  @Test
  void shouldRefuseAnOpenTransactionAtTheEndOfAScript() throws IOException {
    script("1.sql", "begin; create table t (a int)");
    assertThatThrownBy(() -> StoreSetup.open(storage(), scripts()))
        .hasMessageContaining("the transaction is not committed");
    Files.delete(storage().folder().resolve(StoreSetup.MARKER));
    try (Database database = StoreSetup.open(storage(), SetupConfig.NONE)) {
      assertThat(value(database, "select count(*) from pg_class where relname = 't'"))
          .isEqualTo("0");
    }
  }

  @Test
  void shouldRefuseCopyFromTheClient() throws IOException {
    script("1.sql", "create table t (a int); copy t from stdin;");
    assertThatThrownBy(() -> StoreSetup.open(storage(), scripts()))
        .hasMessageContaining("statement=2")
        .hasMessageContaining("COPY");
  }
}
