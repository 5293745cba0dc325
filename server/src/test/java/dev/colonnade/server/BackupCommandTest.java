package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands backup and restore, with a running server and without one. */
@Tag("integration")
class BackupCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private Path backups() {
    return folder.resolve("it's a backup");
  }

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private int restore(String... arguments) {
    return run(
        Stream.concat(Stream.of("restore", "--from", backups().toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static String url(Server server) {
    return "jdbc:colonnade://localhost:%d/colonnade".formatted(server.nativeAddress().getPort());
  }

  private static long query(Server server, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }

  private static void execute(Server server, List<String> statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(server));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static final List<String> DEFINITIONS =
      List.of(
          "create table item (id bigint primary key, name text)",
          "create index on item (name)",
          "create sequence ids",
          "insert into item select n, 'item ' || n from generate_series(1, 5000) n");

  @Test
  void shouldRestoreWhatARunningServerHadAtTheBackup() throws Exception {
    long last;
    try (Server server = TestServers.start(folder.resolve("store"))) {
      execute(server, DEFINITIONS);
      last = query(server, "select nextval('ids')");
      assertThat(run("backup", "--to", backups().toString(), "--url", url(server))).isZero();
      execute(server, List.of("delete from item where id > 10"));
      String shortUrl = "colonnade://localhost:" + server.nativeAddress().getPort();
      assertThat(run("backup", "--to", backups().toString(), "--url", shortUrl, "--keep", "2"))
          .isZero();
    }
    assertThat(out.toString()).contains("backup 1 in " + backups(), "backup 2 in ");
    assertThat(restore("--check")).isZero();
    assertThat(restore("--number", "1", "--store", folder.resolve("first").toString())).isZero();
    assertThat(restore("--store", folder.resolve("second").toString())).isZero();
    assertThat(run("check", "--store", folder.resolve("first").toString())).isZero();
    try (Server server = TestServers.start(folder.resolve("first"))) {
      assertThat(query(server, "select count(*) from item")).isEqualTo(5000);
      assertThat(query(server, "select id from item where name = 'item 77'")).isEqualTo(77);
      assertThat(query(server, "select nextval('ids')")).isGreaterThan(last);
    }
    try (Server server = TestServers.start(folder.resolve("second"))) {
      assertThat(query(server, "select count(*) from item")).isEqualTo(10);
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldBackUpAClosedStore() throws Exception {
    Path store = folder.resolve("store");
    try (Server server = TestServers.start(store)) {
      execute(server, DEFINITIONS);
      assertThat(run("backup", "--store", store.toString(), "--to", backups().toString()))
          .isEqualTo(ExitStatus.STORE_IN_USE.number());
    }
    assertThat(run("backup", "--store", store.toString(), "--to", backups().toString())).isZero();
    assertThat(restore("--list")).isZero();
    assertThat(out.toString()).contains("     1  2");
    assertThat(restore("--store", store.toString())).isEqualTo(ExitStatus.STORE_UNUSABLE.number());
  }

  @Test
  void shouldReportADamagedBackup() throws Exception {
    Path store = folder.resolve("store");
    try (Server server = TestServers.start(store)) {
      execute(server, DEFINITIONS);
      assertThat(run("backup", "--to", backups().toString(), "--url", url(server))).isZero();
    }
    try (Stream<Path> files = Files.list(backups().resolve("files"))) {
      Files.delete(files.findFirst().orElseThrow());
    }
    assertThat(restore("--check")).isEqualTo(ExitStatus.FAILURE.number());
    assertThat(restore("--store", folder.resolve("copy").toString()))
        .isEqualTo(ExitStatus.STORE_DAMAGED.number());
    assertThat(folder.resolve("copy")).doesNotExist();
  }

  @Test
  void shouldReportMistakes() throws Exception {
    assertThat(
            run("backup", "--to", backups().toString(), "--url", "jdbc:colonnade://localhost:1/x"))
        .isEqualTo(ExitStatus.FAILURE.number());
    assertThat(run("backup")).isEqualTo(ExitStatus.USAGE.number());
    assertThat(run("restore", "--from", folder.toString(), "--list"))
        .isEqualTo(ExitStatus.STORE_UNUSABLE.number());
    assertThat(run("restore", "--from", folder.toString())).isEqualTo(ExitStatus.USAGE.number());
    try (Server server = TestServers.start(folder.resolve("store"))) {
      Files.createDirectory(backups());
      Files.writeString(backups().resolve("notes"), "mine");
      assertThat(run("backup", "--to", backups().toString(), "--url", url(server)))
          .isEqualTo(ExitStatus.FAILURE.number());
    }
    assertThat(err.toString()).contains("folder is neither empty nor a folder of backups");
  }
}
