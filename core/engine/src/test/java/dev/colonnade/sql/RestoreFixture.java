package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Database in a folder beside a folder of backups, for tests of RESTORE. */
abstract class RestoreFixture {
  @TempDir Path folder;

  StorageConfig config;
  Database database;
  Session session;

  @BeforeEach
  void open() {
    config = StorageConfig.at(folder.resolve("store"));
    reopen();
  }

  @AfterEach
  void close() {
    session.close();
    database.close();
  }

  final void reopen() {
    database = Database.open(config);
    session = database.login("postgres", "colonnade");
  }

  static void run(Session session, List<String> texts) {
    for (String text : texts) {
      session.sql().execute(text).close();
    }
  }

  final void run(String... texts) {
    run(session, List.of(texts));
  }

  final void runIn(String name, List<String> texts) {
    try (Session other = database.login("postgres", name)) {
      run(other, texts);
    }
  }

  final List<List<@Nullable Object>> rows(String query) {
    return session.sql().execute(query).toList();
  }

  final List<List<@Nullable Object>> rowsIn(String name, String query) {
    try (Session other = database.login("postgres", name)) {
      return other.sql().execute(query).toList();
    }
  }

  final Object value(String query) {
    return java.util.Objects.requireNonNull(rows(query).getFirst().getFirst());
  }

  final List<String> databases() {
    return rows("select datname from pg_database order by 1").stream()
        .map(row -> String.valueOf(row.getFirst()))
        .toList();
  }

  final String backups() {
    return folder.resolve("backups").toString();
  }

  final void backUp() {
    run("backup to '" + backups() + "'");
  }

  /** Damages the largest file of the backups. */
  final void damageBackups() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("backups").resolve("files"))) {
      Path largest =
          files.max(Comparator.comparingLong(file -> file.toFile().length())).orElseThrow();
      Files.write(largest, new byte[] {1}, StandardOpenOption.APPEND);
    }
  }

  final void assertFails(String text, ErrorCode code, String message) {
    assertThatThrownBy(() -> run(text))
        .isInstanceOfSatisfying(ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  final void assertNothingLeft() throws IOException {
    assertThat(database.catalog().snapshot().restoringDatabases()).isEmpty();
    Path restored = folder.resolve("store").resolve("restored");
    if (Files.exists(restored)) {
      try (Stream<Path> files = Files.list(restored)) {
        assertThat(files).isEmpty();
      }
    }
  }

  /** Closes the store, checks it as a whole, and opens it again. */
  final void assertSound() {
    close();
    assertThat(
            StoreCheck.run(folder.resolve("store"), config.store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
    reopen();
  }
}
